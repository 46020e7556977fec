import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PlainFailure, ROOT } from './repository.mjs';

/**
 * Folder of the recordings that tests and benchmarks read (docs/recordings.md). It may be missing,
 * except if YAMORI_RECORDINGS names it.
 * @param {Readonly<Record<string, string | undefined>>} environment
 */
export function findRecordings(environment = process.env) {
  const named = environment.YAMORI_RECORDINGS;
  if (!named) return resolve(ROOT, '..', 'shared', 'data');
  const folder = resolve(ROOT, named);
  if (existsSync(folder)) return folder;
  throw new PlainFailure(`YAMORI_RECORDINGS names a folder that does not exist: ${folder}`);
}

const FOLDER = findRecordings();

/** Absolute path of a file or folder of the recordings. */
export const recordingPath = (path = '') => join(FOLDER, path);

export const hasRecordings = existsSync(FOLDER);

/** Ends the title of a test that is skipped without the recordings. */
export const WHY_SKIPPED = hasRecordings
  ? ''
  : ' (left out: needs the recordings in ../shared/data or YAMORI_RECORDINGS)';
