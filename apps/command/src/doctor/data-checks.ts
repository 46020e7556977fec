import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bad, type Check, good, notice } from './check.ts';

const LEAST_FREE_BYTES = 2 ** 30;

/** The data folder, its room, and the files of the built-in database. */
export function dataChecks(folder: string, databaseUrl: string | undefined): Check[] {
  const checks = [folderCheck(folder), roomCheck(folder)];
  return databaseUrl === undefined || databaseUrl === ''
    ? [...checks, clusterCheck(join(folder, 'postgres'))]
    : [...checks, notice('database', 'DATABASE_URL names it; the built-in one is not used')];
}

function folderCheck(folder: string): Check {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined)
    return isWritable(existing(folder))
      ? notice('data folder', `${folder} is not there yet; the first start makes it`)
      : bad('data folder', `${folder} is not there and cannot be made`);
  if (!found.isDirectory()) return bad('data folder', `${folder} is no folder`);
  return isWritable(folder)
    ? good('data folder', folder)
    : bad('data folder', `${folder} cannot be written to by this user`);
}

function roomCheck(folder: string): Check {
  const { bavail, bsize } = statfsSync(existing(folder));
  const gibibytes = ((bavail * bsize) / 2 ** 30).toFixed(1);
  return bavail * bsize < LEAST_FREE_BYTES
    ? bad('disk', `${gibibytes} GiB are free, 1 is the least`)
    : good('disk', `${gibibytes} GiB are free`);
}

/**
 * Where the built-in database keeps its files; the account it runs under may be another, so that
 * they may be out of sight.
 */
function clusterCheck(cluster: string): Check {
  if (!existsSync(cluster))
    return notice('database', 'the built-in database has no files yet; the first start makes them');
  if (!canRead(cluster))
    return notice(
      'database',
      `${cluster} belongs to the database's own account and cannot be looked into`,
    );
  if (existsSync(join(cluster, 'global', 'pg_control')))
    return good('database', `files in ${cluster}`);
  return bad(
    'database',
    `${cluster} has no control file: restore a backup, or empty it where nothing was in it`,
  );
}

const existing = (folder: string): string =>
  existsSync(folder) ? folder : existing(dirname(folder));
const isWritable = (folder: string): boolean => may(folder, constants.W_OK);
const canRead = (folder: string): boolean => may(folder, constants.R_OK | constants.X_OK);

function may(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    // Not allowed: that is the answer.
    return false;
  }
}
