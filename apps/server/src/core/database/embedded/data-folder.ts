import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuse, type ProblemError } from '@yamori/domain';
import { errorCode } from '../database-problem.ts';

/** Where the data lie unless YAMORI_DATA says otherwise: beside the program. */
export const DATA_FOLDER = fileURLToPath(new URL('../../../../../../data', import.meta.url));

/** The server's folder for all its files, made when it is missing, or a named problem. */
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
 * A step at a time: `mkdir` with `recursive` never returns below /proc, where every folder is
 * missing and none can be made.
 */
async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  await makeFolder(dirname(path));
  await mkdir(path, { mode: 0o711 }).catch((error: unknown) => {
    // Another server may be making it too.
    if (errorCode(error) !== 'EEXIST') throw error;
  });
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (found !== null && !found.isDirectory())
    throw Object.assign(new Error(`${path} is no folder`), { code: 'ENOTDIR' });
  return found !== null;
}

export const dataFolderProblem = (dataFolder: string, who: string, reason: string): ProblemError =>
  refuse('data-folder-not-writable', {
    place: 'YAMORI_DATA',
    details: { folder: dataFolder, who, reason, advice: adviceFor(reason) },
  });

export const ourselves = (): string => `user ${process.getuid?.() ?? '?'}`;

function adviceFor(reason: string): string {
  switch (reason) {
    case 'ENOTDIR':
    case 'EEXIST':
      return 'there is a file in its place: set YAMORI_DATA to a folder';
    case 'ENOENT':
    case 'EROFS':
      return 'the system lets no folder be made there: set YAMORI_DATA to another place';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full: make room there, or set YAMORI_DATA to another disk';
    default:
      return 'give that user the folder (chown), or set YAMORI_DATA to one that it may write to';
  }
}
