import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Recording, readFileContent, recordingSeconds } from '@yamori/formats';
import type { Json } from './compare.ts';

const shared = new URL('../../../shared/data/', import.meta.url);

export const hasRecordings = existsSync(shared);
export const readBytes = (path: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(path, shared)));
export const readText = (path: string): string => new TextDecoder().decode(readBytes(path));
export const namesIn = (folder: string): string[] =>
  readdirSync(fileURLToPath(new URL(folder, shared)));
export const readReference = (folder: string): { readonly [key: string]: Json } =>
  JSON.parse(readText(`${folder}/reference.json`));

/** Reads a file like any caller of the package: detects its format and provides its neighbours. */
export function readRecording(
  path: string,
  options: { readonly sampleRateHz?: number } = {},
): Recording {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const beside = (name: string): Uint8Array | null =>
    existsSync(new URL(`${folder}${name}`, shared)) ? readBytes(`${folder}${name}`) : null;
  const content = readFileContent({ name: path, bytes: readBytes(path), beside, ...options });
  if (content.kind !== 'recording') throw new Error(`${path} is no recording`);
  return content.recording;
}

export { recordingSeconds };
