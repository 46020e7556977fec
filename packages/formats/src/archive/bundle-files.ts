import { crc32 } from './zip-directory.ts';

export type NamedBytes = { readonly name: string; readonly bytes: Uint8Array };

const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const VERSION = 20;
const UTF8_NAMES = 0x800;
/** 1 January 1980, the first day of ZIP: the bytes must not depend on the current date. */
const FIRST_DAY = 0x21;

/**
 * Bundles the files of one recording into an uncompressed ZIP archive. The same files give the same
 * bytes in any order, so that a recording can be recognised by its SHA-256.
 */
export function bundleFiles(files: readonly NamedBytes[]): Uint8Array<ArrayBuffer> {
  const entries = files
    .toSorted((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)))
    .map((file) => ({
      ...file,
      nameBytes: new TextEncoder().encode(file.name),
      crc: crc32(file.bytes),
    }));
  const size = entries.reduce(
    (sum, { nameBytes, bytes }) =>
      sum + LOCAL_BYTES + CENTRAL_BYTES + 2 * nameBytes.length + bytes.length,
    END_BYTES,
  );
  const bundle = new Uint8Array(size);
  const view = new DataView(bundle.buffer);
  const common = (at: number, { nameBytes, bytes, crc }: (typeof entries)[number]): void => {
    view.setUint16(at, VERSION, true);
    view.setUint16(at + 2, UTF8_NAMES, true);
    view.setUint16(at + 8, FIRST_DAY, true);
    view.setUint32(at + 10, crc, true);
    view.setUint32(at + 14, bytes.length, true);
    view.setUint32(at + 18, bytes.length, true);
    view.setUint16(at + 22, nameBytes.length, true);
  };
  let at = 0;
  const places = entries.map((entry) => {
    const place = at;
    view.setUint32(at, 0x04_03_4b_50, true);
    common(at + 4, entry);
    bundle.set(entry.nameBytes, at + LOCAL_BYTES);
    bundle.set(entry.bytes, at + LOCAL_BYTES + entry.nameBytes.length);
    at += LOCAL_BYTES + entry.nameBytes.length + entry.bytes.length;
    return place;
  });
  const directoryAt = at;
  for (const [index, entry] of entries.entries()) {
    view.setUint32(at, 0x02_01_4b_50, true);
    view.setUint16(at + 4, VERSION, true);
    common(at + 6, entry);
    view.setUint32(at + 42, places[index] ?? 0, true);
    bundle.set(entry.nameBytes, at + CENTRAL_BYTES);
    at += CENTRAL_BYTES + entry.nameBytes.length;
  }
  view.setUint32(at, 0x06_05_4b_50, true);
  view.setUint16(at + 8, entries.length, true);
  view.setUint16(at + 10, entries.length, true);
  view.setUint32(at + 12, at - directoryAt, true);
  view.setUint32(at + 16, directoryAt, true);
  return bundle;
}
