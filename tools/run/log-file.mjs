import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { toWriteFailure } from './repository.mjs';

const KEPT_FILES = 5;
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const LAST_LINES = 12;
export const DATA_FOLDER_HINT = ', or set YAMORI_DATA to a folder that this user may write to';

/**
 * The log of this start in `<folder>/server.log`; the four before it are `server.1.log` (the
 * newest) to `server.4.log`. Files are rotated at 10 MiB, so all of them take at most 50 MiB.
 * @param {string} folder
 */
export function openLogFile(folder, maxFileBytes = MAX_FILE_BYTES) {
  const path = join(folder, 'server.log');
  const open = () => {
    rotate(folder);
    return { descriptor: openSync(path, 'w', 0o600), bytes: 0 };
  };
  const openFirst = () => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return open();
    } catch (error) {
      throw toWriteFailure(`the log ${path}`, error, DATA_FOLDER_HINT);
    }
  };
  /**
   * Null once the log is closed.
   * @type {{ descriptor: number, bytes: number } | null}
   */
  let file = openFirst();
  let last = '';
  return {
    path,
    /** The last lines, to explain the failure of a program that prints no reason. */
    lastLines: () => last.trimEnd().split('\n').slice(-LAST_LINES).join('\n'),
    /**
     * After `close` this does nothing.
     * @param {Buffer} chunk
     */
    write: (chunk) => {
      if (file === null) return;
      last = (last + chunk.toString('utf8')).slice(-16_384);
      try {
        if (file.bytes > 0 && file.bytes + chunk.length > maxFileBytes) {
          const full = file;
          file = open();
          closeSync(full.descriptor);
        }
        file.bytes += writeSync(file.descriptor, chunk);
      } catch (error) {
        // A log that cannot be written (a full disk, a deleted folder) must not end the server.
        if (error.syscall === undefined) throw error;
      }
    },
    close() {
      if (file !== null) closeSync(file.descriptor);
      file = null;
    },
  };
}

function rotate(folder) {
  const toPath = (age) => join(folder, age === 0 ? 'server.log' : `server.${age}.log`);
  if (!existsSync(toPath(0)) || statSync(toPath(0)).size === 0) return;
  for (let age = KEPT_FILES - 2; age >= 0; age -= 1)
    if (existsSync(toPath(age))) renameSync(toPath(age), toPath(age + 1));
}
