import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ProblemError } from '@yamori/domain';
import { errorCode } from '../database-problem.ts';

/** Default data folder, next to the program; YAMORI_DATA overrides it. */
export const DATA_FOLDER = fileURLToPath(new URL('../../../../../../data', import.meta.url));

/**
 * Folder next to the data folder for what must not be in it: a copy of the data folder contains
 * neither the key that decrypts its secrets nor the hashes that prove its history.
 */
const getApartFolder = (dataFolder: string): string => `${resolve(dataFolder)}-keys`;

export const getKeyFile = (dataFolder: string): string =>
  join(getApartFolder(dataFolder), 'installation.key');

/** Where the heads of the update history are exported to by default. */
export const getHeadsFile = (dataFolder: string): string =>
  join(getApartFolder(dataFolder), 'history-heads.jsonl');

/** Creates the data folder if it is missing. Throws a problem if it is not writable. */
export async function makeDataFolder(dataFolder: string): Promise<void> {
  try {
    await makeFolder(resolve(dataFolder));
    await access(dataFolder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = errorCode(error);
    throw code === null ? error : dataFolderProblem(dataFolder, ourselves(), code);
  }
}

/**
 * Creates one level at a time: `mkdir` with `recursive` never returns below /proc, where every
 * folder is missing and none can be created.
 */
async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  await makeFolder(dirname(path));
  await mkdir(path, { mode: 0o711 }).catch((error: unknown) => {
    // Another server may create it concurrently.
    if (errorCode(error) !== 'EEXIST') throw error;
  });
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (found !== null && !found.isDirectory())
    throw Object.assign(new Error(`${path} is not a folder`), { code: 'ENOTDIR' });
  return found !== null;
}

export const dataFolderProblem = (dataFolder: string, who: string, reason: string): ProblemError =>
  new ProblemError('data-folder-not-writable', {
    place: 'YAMORI_DATA',
    details: { folder: dataFolder, who, reason, advice: getAdvice(reason) },
  });

export const ourselves = (): string => `user ${process.getuid?.() ?? '?'}`;

function getAdvice(reason: string): string {
  switch (reason) {
    case 'ENOTDIR':
    case 'EEXIST':
      return 'there is a file in its place: set YAMORI_DATA to a folder';
    case 'ENOENT':
    case 'EROFS':
      return 'no folder can be created there: set YAMORI_DATA to another place';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full: make room there, or set YAMORI_DATA to another disk';
    default:
      return 'give that user the folder (chown), or set YAMORI_DATA to a writable folder';
  }
}
