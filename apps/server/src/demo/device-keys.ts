import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { streamDeclaration } from '@yamori/domain';

/**
 * Data that the simulator needs to act as a device. Only this file has the key; the store holds its
 * hash.
 */
const keyedDevice = z.strictObject({
  serial: z.string(),
  typeCode: z.string(),
  key: z.string(),
  roomName: z.string(),
  streams: z.array(streamDeclaration),
});
export type KeyedDevice = z.infer<typeof keyedDevice>;

/** Keys by serial from an earlier start; none if the file is missing or invalid. */
export async function readKeys(file: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(file, 'utf8').catch(() => '[]');
  const parsed = z.array(keyedDevice).safeParse(parseJson(text));
  return new Map((parsed.success ? parsed.data : []).map((device) => [device.serial, device.key]));
}

/** Atomic, and readable only by its owner. */
export async function writeKeys(file: string, devices: readonly KeyedDevice[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, `${JSON.stringify(devices, null, 1)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}
