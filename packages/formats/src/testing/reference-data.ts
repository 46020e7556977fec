import { existsSync, readFileSync } from 'node:fs';
import { recordingPath } from '../../../../tools/run/recordings.mjs';

/** Recordings outside the repository; tests that need them are skipped without them. */
export const hasReferenceData = (folder: string): boolean =>
  existsSync(recordingPath(`${folder}/reference.json`));

export const referenceBytes = (path: string): Uint8Array =>
  new Uint8Array(readFileSync(recordingPath(path)));

/** Reference values of a folder; the caller knows their type. */
export function referenceValues<Values>(folder: string): Values {
  // Checked tools wrote this file with the data; a wrong shape fails the assertions.
  return JSON.parse(new TextDecoder().decode(referenceBytes(`${folder}/reference.json`))) as Values;
}
