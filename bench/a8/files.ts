import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type Recording, readFileContent, recordingSeconds } from '@yamori/formats';
import { recordingPath } from '../../tools/run/recordings.mjs';
import type { Json } from './compare.ts';

export const readBytes = (path: string): Uint8Array =>
  new Uint8Array(readFileSync(recordingPath(path)));
export const readText = (path: string): string => new TextDecoder().decode(readBytes(path));
export const namesIn = (folder: string): string[] => readdirSync(recordingPath(folder));
export const readReference = (folder: string): { readonly [key: string]: Json } =>
  JSON.parse(readText(`${folder}/reference.json`));

/** Reads a file like any caller of the package: detects its format and provides its neighbours. */
export function readRecording(
  path: string,
  options: { readonly sampleRateHz?: number } = {},
): Recording {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const beside = (name: string): Uint8Array | null =>
    existsSync(recordingPath(`${folder}${name}`)) ? readBytes(`${folder}${name}`) : null;
  const content = readFileContent({ name: path, bytes: readBytes(path), beside, ...options });
  if (content.kind !== 'recording') throw new Error(`${path} is not a recording`);
  return content.recording;
}

export { recordingSeconds };
