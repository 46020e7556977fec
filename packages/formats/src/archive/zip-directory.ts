import type { FormatProblem, FormatProblemCode } from '../recording.ts';

/** A file of an archive, from the central directory (PKWARE APPNOTE 6.3.10). */
export type ZipEntry = {
  readonly name: string;
  readonly isPacked: boolean;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly crc32: number;
  /** Offset of its packed bytes. */
  readonly dataAt: number;
};

type ZipDirectory =
  | { readonly kind: 'directory'; readonly entries: readonly ZipEntry[] }
  | { readonly kind: 'refused'; readonly problem: FormatProblem };

const LOCAL = 0x04_03_4b_50;
const CENTRAL = 0x02_01_4b_50;
const END = 0x06_05_4b_50;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const ENCRYPTED = 1;
const UTF8_NAMES = 0x800;
const STORED = 0;
const DEFLATED = 8;

class Refused extends Error {
  readonly problem: FormatProblem;
  constructor(code: FormatProblemCode, message: string, byteOffset: number, file?: string) {
    super(message);
    this.problem = { code, message, byteOffset, ...(file === undefined ? {} : { file }) };
  }
}

/**
 * Reads the directory of a ZIP archive without unpacking. One suspicious file rejects the whole
 * archive.
 */
export function readZipDirectory(bytes: Uint8Array): ZipDirectory {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const entries = readEntries(view, findDirectoryEnd(view));
    rejectOverlaps(entries);
    return { kind: 'directory', entries };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', problem: error.problem };
    throw error;
  }
}

type DirectoryEnd = { readonly at: number; readonly directoryAt: number; readonly count: number };

function findDirectoryEnd(view: DataView): DirectoryEnd {
  for (
    let at = view.byteLength - END_BYTES;
    at >= Math.max(0, view.byteLength - END_BYTES - MAX_COMMENT_BYTES);
    at--
  ) {
    if (
      view.getUint32(at, true) !== END ||
      view.getUint16(at + 20, true) !== view.byteLength - at - END_BYTES
    )
      continue;
    const disk = view.getUint16(at + 4, true);
    const count = view.getUint16(at + 10, true);
    const directoryAt = view.getUint32(at + 16, true);
    if (disk !== 0 || view.getUint16(at + 8, true) !== count)
      throw new Refused('unsupported', 'archives split into several files are not supported', at);
    if (count === 0xffff || directoryAt === 0xffff_ffff)
      throw new Refused('unsupported', 'ZIP64 archives are not supported', at);
    if (count > ZIP_MAX_ENTRIES)
      throw new Refused(
        'expandsTooFar',
        `${count} files exceed the limit of ${ZIP_MAX_ENTRIES}`,
        at,
      );
    return { at, directoryAt, count };
  }
  throw new Refused('truncated', 'archive has no end record; it is truncated', view.byteLength);
}

function readEntries(view: DataView, { at: endAt, directoryAt, count }: DirectoryEnd): ZipEntry[] {
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  let at = directoryAt;
  for (let index = 0; index < count; index++) {
    if (at + CENTRAL_BYTES > endAt || view.getUint32(at, true) !== CENTRAL)
      throw new Refused(
        'badHeader',
        `directory entry ${index + 1} of ${count} is unreadable`,
        Math.min(at, endAt),
      );
    const nameBytes = view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    const commentBytes = view.getUint16(at + 32, true);
    const end = at + CENTRAL_BYTES + nameBytes + extraBytes + commentBytes;
    if (end > endAt)
      throw new Refused('truncated', `directory entry ${index + 1} of ${count} is truncated`, at);
    const entry = readEntry(view, at, nameBytes);
    if (entry !== null && names.has(entry.name))
      throw new Refused('badHeader', 'two files have the same name', at, entry.name);
    if (entry !== null) {
      names.add(entry.name);
      entries.push(entry);
    }
    at = end;
  }
  return entries;
}

/** Null for a folder. */
function readEntry(view: DataView, at: number, nameBytes: number): ZipEntry | null {
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  const crc32 = view.getUint32(at + 16, true);
  const packedBytes = view.getUint32(at + 20, true);
  const bytes = view.getUint32(at + 24, true);
  const localAt = view.getUint32(at + 42, true);
  const name = decodeName(
    new Uint8Array(view.buffer, view.byteOffset + at + CENTRAL_BYTES, nameBytes),
    (flags & UTF8_NAMES) !== 0,
  );
  if (!isSafe(name)) throw new Refused('unsafeName', 'file name leaves the archive', at);
  if ((flags & ENCRYPTED) !== 0)
    throw new Refused('encrypted', 'a file is encrypted', localAt, name);
  if (name.endsWith('/')) return null;
  if (method !== STORED && method !== DEFLATED)
    throw new Refused('unsupported', `compression method ${method} is not supported`, at, name);
  if (packedBytes === 0xffff_ffff || bytes === 0xffff_ffff || localAt === 0xffff_ffff)
    throw new Refused('unsupported', 'ZIP64 archives are not supported', at, name);
  if (bytes > ZIP_RATIO_FREE_BYTES && bytes > ZIP_MAX_RATIO * packedBytes)
    throw new Refused(
      'expandsTooFar',
      `${packedBytes} bytes claim to expand to ${bytes}`,
      at,
      name,
    );
  if (method === STORED && packedBytes !== bytes)
    throw new Refused('badHeader', 'stored file has two different sizes', at, name);
  return {
    name,
    isPacked: method === DEFLATED,
    packedBytes,
    bytes,
    crc32,
    dataAt: dataAt(view, localAt, packedBytes, name),
  };
}

function dataAt(view: DataView, localAt: number, packedBytes: number, name: string): number {
  if (localAt + LOCAL_BYTES > view.byteLength)
    throw new Refused(
      'truncated',
      'file starts beyond the end of the archive',
      view.byteLength,
      name,
    );
  if (view.getUint32(localAt, true) !== LOCAL)
    throw new Refused('badHeader', 'file does not start at its directory offset', localAt, name);
  const begin =
    localAt + LOCAL_BYTES + view.getUint16(localAt + 26, true) + view.getUint16(localAt + 28, true);
  if (begin + packedBytes > view.byteLength)
    throw new Refused(
      'truncated',
      'file extends beyond the end of the archive',
      view.byteLength,
      name,
    );
  return begin;
}

/** Decodes a name as UTF-8 if that is flagged or valid, otherwise as the Shift_JIS of Windows. */
function decodeName(bytes: Uint8Array, isUtf8: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\\', '/');
  } catch {
    return new TextDecoder(isUtf8 ? 'utf-8' : 'shift_jis').decode(bytes).replaceAll('\\', '/');
  }
}

/**
 * Rejects names that leave the target folder. Nothing is written to disk, but no recording has such
 * a name.
 */
const isSafe = (name: string): boolean =>
  name !== '' &&
  name.length <= 1_024 &&
  !name.startsWith('/') &&
  !/^[A-Za-z]:/.test(name) &&
  !name.includes('\0') &&
  !name.split('/').includes('..');

/** Rejects files that share their bytes: a few megabytes could expand a thousandfold. */
function rejectOverlaps(entries: readonly ZipEntry[]): void {
  const byPlace = entries.toSorted((one, other) => one.dataAt - other.dataAt);
  for (const [index, entry] of byPlace.entries()) {
    const next = byPlace[index + 1];
    if (
      next !== undefined &&
      entry.packedBytes > 0 &&
      next.dataAt < entry.dataAt + entry.packedBytes
    )
      throw new Refused('expandsTooFar', 'two files share their bytes', next.dataAt, next.name);
  }
}

/** Limits that protect against archives made to exhaust resources. */
export const ZIP_MAX_ENTRIES = 4_096;
/** Unpacked size of all files together, which must fit into memory. */
export const ZIP_MAX_BYTES = 128 * 1024 * 1024;
/** Maximum compression ratio. Flat signals compress well, so small files are exempt. */
const ZIP_MAX_RATIO = 400;
const ZIP_RATIO_FREE_BYTES = 4 * 1024 * 1024;

const POLYNOMIAL = 0xed_b8_83_20;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++)
    value = (value & 1) === 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** The CRC-32 of ZIP files (ISO 3309). */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffff_ffff;
  for (let at = 0; at < bytes.length; at++)
    value = (TABLE[(value ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffff_ffff) >>> 0;
}
