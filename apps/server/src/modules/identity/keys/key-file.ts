import { link, mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ProblemError } from '@yamori/domain';
import type { Logger } from 'pino';
import { errorCode } from '../../../core/database/database-problem.ts';
import { getKeyFile } from '../../../core/database/embedded/data-folder.ts';

const MIN_CHARACTERS = 32;
const OTHERS_MODE = 0o077;

/**
 * The key file if YAMORI_KEY_FILE names none. Earlier versions created it in the data folder, where
 * it stays until the operator moves it.
 */
export async function findKeyFile(dataFolder: string, log: Logger): Promise<string> {
  const file = getKeyFile(dataFolder);
  const earlier = join(resolve(dataFolder), 'installation.key');
  const isEarlier = await stat(earlier).then(
    () => true,
    () => false,
  );
  if (!isEarlier) return file;
  log.warn(
    {
      file: earlier,
      code: 'key-in-data-folder',
      advice: `stop the server and move the file to ${file}`,
    },
    'a copy of the data folder contains the key that decrypts its secrets',
  );
  return earlier;
}

/** Reads the key from a file with one line; null if there is no file. */
export async function readKeyFile(file: string, log: Logger): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw unusable(file, error);
  });
  if (text === null) return null;
  const key = text.trim();
  if (key.length < MIN_CHARACTERS)
    throw new ProblemError('installation-key-invalid', {
      place: 'YAMORI_KEY_FILE',
      details: {
        file,
        reason: `a key has at least ${MIN_CHARACTERS} characters, and this file has ${key.length}`,
        advice: 'restore the file from your copy of it',
      },
    });
  await warnIfReadable(file, log);
  return key;
}

/** A key, or the passphrase of backups, is for the server's account only. */
export async function warnIfReadable(file: string, log: Logger): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & OTHERS_MODE) !== 0)
    log.warn({ file, advice: 'chmod 600' }, 'key file readable by other users of this machine');
}

/**
 * Creates the file, readable by its owner only, and flushes it to disk. It gets its name when it is
 * complete; an existing file is never replaced.
 */
export async function writeKeyFile(file: string, key: string): Promise<void> {
  const partial = `${file}.${process.pid}.partial`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    try {
      await writeFile(partial, `${key}\n`, { mode: 0o600, flush: true });
      await link(partial, file);
    } finally {
      await rm(partial, { force: true });
    }
    await flushFolder(dirname(file));
  } catch (error) {
    throw unusable(file, error);
  }
}

/** Flushes the names of its files. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const unusable = (file: string, error: unknown) =>
  new ProblemError('installation-key-file-unusable', {
    place: 'YAMORI_KEY_FILE',
    details: {
      file,
      reason: error instanceof Error ? error.message : String(error),
      advice: /^(ENOSPC|EDQUOT)$/.test(errorCode(error) ?? '')
        ? 'the disk is full: make room there and start again, or name a file on another disk in YAMORI_KEY_FILE'
        : 'give the file to the user of the server (chown, chmod 600), name another one in YAMORI_KEY_FILE, or set YAMORI_SECRET',
    },
  });
