import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const sharedData = new URL('../../../../../shared/data/', import.meta.url);

/**
 * Recordings that lie beside the repository and are not part of it; tests that need them are
 * skipped without.
 */
export const hasReferenceData = (folder: string): boolean =>
  existsSync(new URL(`${folder}/reference.json`, sharedData));

export const referenceBytes = (path: string): Uint8Array =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(path, sharedData))));

/** The folder's reference values, typed by the test that knows what it wrote there. */
export function referenceValues<Values>(folder: string): Values {
  // The file is made by hand-checked tools beside the data; a wrong shape fails the assertions that
  // use it.
  return JSON.parse(new TextDecoder().decode(referenceBytes(`${folder}/reference.json`))) as Values;
}
