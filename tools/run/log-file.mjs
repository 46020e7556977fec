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
/** For whatever is in the data folder. */
export const ELSEWHERE = ', or set YAMORI_DATA to a folder that this user may write to';

/**
 * The log of this start in `<folder>/server.log`; the four before it are `server.1.log` (the
 * newest) to `server.4.log`. A file of 10 MiB is followed by a new one, so that all of them never
 * need more than 50 MiB.
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
      throw toWriteFailure(`the log ${path}`, error, ELSEWHERE);
    }
  };
  /** Null once the log is closed. */
  let file = openFirst();
  let last = '';
  return {
    path,
    /** The end of what was written, for a program that fails before it can explain itself. */
    lastLines: () => last.trimEnd().split('\n').slice(-LAST_LINES).join('\n'),
    /** After `close` this does nothing. */
    write(chunk) {
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
  const pathOf = (age) => join(folder, age === 0 ? 'server.log' : `server.${age}.log`);
  if (!existsSync(pathOf(0)) || statSync(pathOf(0)).size === 0) return;
  for (let age = KEPT_FILES - 2; age >= 0; age -= 1)
    if (existsSync(pathOf(age))) renameSync(pathOf(age), pathOf(age + 1));
}
