import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bad, type Check, good, notice } from './check.ts';

const MIN_FREE_BYTES = 2 ** 30;

/** Checks the data folder, the free disk space and the files of the built-in database. */
export function dataChecks(folder: string, databaseUrl: string | undefined): Check[] {
  const checks = [folderCheck(folder), roomCheck(folder)];
  return databaseUrl === undefined || databaseUrl === ''
    ? [...checks, clusterCheck(join(folder, 'postgres'))]
    : [...checks, notice('database', 'set by DATABASE_URL; the built-in one is not used')];
}

function folderCheck(folder: string): Check {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined)
    return isWritable(nearestExisting(folder))
      ? notice('data folder', `${folder} does not exist yet; the first start creates it`)
      : bad('data folder', `${folder} does not exist and cannot be created`);
  if (!found.isDirectory()) return bad('data folder', `${folder} is not a folder`);
  return isWritable(folder)
    ? good('data folder', folder)
    : bad('data folder', `${folder} is not writable by this user`);
}

function roomCheck(folder: string): Check {
  const { bavail, bsize } = statfsSync(nearestExisting(folder));
  const gibibytes = ((bavail * bsize) / 2 ** 30).toFixed(1);
  return bavail * bsize < MIN_FREE_BYTES
    ? bad('disk', `${gibibytes} GiB are free; at least 1 is required`)
    : good('disk', `${gibibytes} GiB are free`);
}

/** The built-in database may run under another account, which hides its files. */
function clusterCheck(cluster: string): Check {
  if (!existsSync(cluster))
    return notice(
      'database',
      'the built-in database has no files yet; the first start creates them',
    );
  if (!canRead(cluster))
    return notice('database', `${cluster} belongs to the database's account and is not readable`);
  if (existsSync(join(cluster, 'global', 'pg_control')))
    return good('database', `files in ${cluster}`);
  return bad(
    'database',
    `${cluster} has no control file; restore a backup, or empty the folder if it never held data`,
  );
}

const nearestExisting = (folder: string): string =>
  existsSync(folder) ? folder : nearestExisting(dirname(folder));
const isWritable = (folder: string): boolean => hasAccess(folder, constants.W_OK);
const canRead = (folder: string): boolean => hasAccess(folder, constants.R_OK | constants.X_OK);

function hasAccess(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    // The user lacks this permission.
    return false;
  }
}
