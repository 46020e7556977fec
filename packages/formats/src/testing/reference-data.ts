import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const sharedData = new URL('../../../../../shared/data/', import.meta.url);

/** Recordings outside the repository; tests that need them are skipped without them. */
export const hasReferenceData = (folder: string): boolean =>
  existsSync(new URL(`${folder}/reference.json`, sharedData));

export const referenceBytes = (path: string): Uint8Array =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(path, sharedData))));

/** Reference values of a folder; the caller knows their type. */
export function referenceValues<Values>(folder: string): Values {
  // Checked tools wrote this file with the data; a wrong shape fails the assertions.
  return JSON.parse(new TextDecoder().decode(referenceBytes(`${folder}/reference.json`))) as Values;
}
