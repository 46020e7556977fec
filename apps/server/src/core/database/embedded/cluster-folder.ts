import { randomUUID } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readlink, realpath, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { ProblemError } from '@yamori/domain';
import { errorCode } from '../database-problem.ts';
import { dataFolderProblem, makeDataFolder, ourselves } from './data-folder.ts';
import { SHARED_FOLDER } from './postgres-binaries.ts';
import { canReach, type ServiceAccount } from './service-account.ts';

/**
 * Returns the folder of the cluster's files, `<data>/postgres`, and creates it if it is missing. If
 * PostgreSQL's account cannot reach it (a data folder below /root), it links to SHARED_FOLDER.
 */
export async function prepareClusterFolder(
  dataFolder: string,
  account: ServiceAccount | null,
  log: Logger,
): Promise<string> {
  const place = join(dataFolder, 'postgres');
  try {
    await makeDataFolder(dataFolder);
    if (await isPresent(place)) return await realpath(place);
    if (account !== null && !canReach(account, dataFolder, 'execute'))
      return await linkedFolder(place, account, log);
    await makeOwned(place, account);
    return await realpath(place);
  } catch (error) {
    throw explainFolder(dataFolder, account, error);
  }
}

async function linkedFolder(place: string, account: ServiceAccount, log: Logger): Promise<string> {
  const folder = join(SHARED_FOLDER, 'clusters', randomUUID());
  await mkdir(join(SHARED_FOLDER, 'clusters'), { recursive: true, mode: 0o755 });
  await makeOwned(folder, account);
  await symlink(folder, place);
  log.info(
    { from: place, to: folder, account: account.name },
    'database stored where its account can reach it; the data folder holds a link',
  );
  return folder;
}

async function makeOwned(folder: string, account: ServiceAccount | null): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  await chmod(folder, 0o700);
  if (account !== null) await chown(folder, account.uid, account.gid);
}

async function isPresent(place: string): Promise<boolean> {
  const found = await lstat(place).catch(() => null);
  if (found === null) return false;
  if (found.isSymbolicLink() && !(await stat(place).catch(() => null))) {
    throw new ProblemError('data-folder-incomplete', {
      place,
      details: {
        reason: `it links to ${await readlink(place)}, which does not exist`,
        advice: 'restore that folder, or remove the link to start with an empty database',
      },
    });
  }
  return true;
}

function explainFolder(
  dataFolder: string,
  account: ServiceAccount | null,
  error: unknown,
): unknown {
  const code = errorCode(error);
  if (code === null) return error;
  return dataFolderProblem(dataFolder, account?.name ?? ourselves(), code);
}
