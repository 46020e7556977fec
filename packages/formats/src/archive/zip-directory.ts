import type { FormatProblem, FormatProblemCode } from '../recording.ts';
import { ZIP_MOST_ENTRIES, ZIP_MOST_RATIO, ZIP_RATIO_FREE_BYTES } from './zip-limits.ts';

/** A file of an archive, as the archive's directory says it (APPNOTE 6.3.10 of PKWARE). */
export type ZipEntry = {
  readonly name: string;
  readonly isPacked: boolean;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly crc32: number;
  /** Where its packed bytes begin. */
  readonly dataAt: number;
};

export type ZipDirectory =
  | { readonly kind: 'directory'; readonly entries: readonly ZipEntry[] }
  | { readonly kind: 'refused'; readonly problem: FormatProblem };

const [LOCAL, CENTRAL, END] = [0x04_03_4b_50, 0x02_01_4b_50, 0x06_05_4b_50];
const [LOCAL_BYTES, CENTRAL_BYTES, END_BYTES] = [30, 46, 22];
const MOST_COMMENT_BYTES = 65_535;
const [ENCRYPTED, UTF8_NAMES] = [1, 0x800];
const [STORED, DEFLATED] = [0, 8];

class Refused extends Error {
  readonly problem: FormatProblem;
  constructor(code: FormatProblemCode, message: string, byteOffset: number, file?: string) {
    super(message);
    this.problem = { code, message, byteOffset, ...(file === undefined ? {} : { file }) };
  }
}

/**
 * Reads the directory of a ZIP archive and unpacks nothing. Whatever makes one file doubtful
 * refuses them all.
 */
export function readZipDirectory(bytes: Uint8Array): ZipDirectory {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const entries = entriesOf(view, endOfDirectory(view));
    refuseOverlaps(entries);
    return { kind: 'directory', entries };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', problem: error.problem };
    throw error;
  }
}

type DirectoryEnd = { readonly at: number; readonly directoryAt: number; readonly count: number };

function endOfDirectory(view: DataView): DirectoryEnd {
  for (
    let at = view.byteLength - END_BYTES;
    at >= Math.max(0, view.byteLength - END_BYTES - MOST_COMMENT_BYTES);
    at--
  ) {
    if (
      view.getUint32(at, true) !== END ||
      view.getUint16(at + 20, true) !== view.byteLength - at - END_BYTES
    )
      continue;
    const [disk, count, directoryAt] = [
      view.getUint16(at + 4, true),
      view.getUint16(at + 10, true),
      view.getUint32(at + 16, true),
    ];
    if (disk !== 0 || view.getUint16(at + 8, true) !== count)
      throw new Refused('unsupported', 'the archive is divided into several files', at);
    if (count === 0xffff || directoryAt === 0xffff_ffff)
      throw new Refused('unsupported', 'ZIP64 archives are not read', at);
    if (count > ZIP_MOST_ENTRIES)
      throw new Refused('expandsTooFar', `${count} files are over ${ZIP_MOST_ENTRIES}`, at);
    return { at, directoryAt, count };
  }
  throw new Refused('truncated', 'the archive has no end: it is cut', view.byteLength);
}

function entriesOf(view: DataView, { at: endAt, directoryAt, count }: DirectoryEnd): ZipEntry[] {
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  let at = directoryAt;
  for (let index = 0; index < count; index++) {
    if (at + CENTRAL_BYTES > endAt || view.getUint32(at, true) !== CENTRAL)
      throw new Refused(
        'badHeader',
        `entry ${index + 1} of ${count} of the directory cannot be read`,
        Math.min(at, endAt),
      );
    const [nameBytes, extraBytes, commentBytes] = [
      view.getUint16(at + 28, true),
      view.getUint16(at + 30, true),
      view.getUint16(at + 32, true),
    ];
    const end = at + CENTRAL_BYTES + nameBytes + extraBytes + commentBytes;
    if (end > endAt)
      throw new Refused('truncated', `entry ${index + 1} of ${count} of the directory is cut`, at);
    const entry = entryAt(view, at, nameBytes);
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
function entryAt(view: DataView, at: number, nameBytes: number): ZipEntry | null {
  const [flags, method, crc32] = [
    view.getUint16(at + 8, true),
    view.getUint16(at + 10, true),
    view.getUint32(at + 16, true),
  ];
  const [packedBytes, bytes, localAt] = [
    view.getUint32(at + 20, true),
    view.getUint32(at + 24, true),
    view.getUint32(at + 42, true),
  ];
  const name = nameOf(
    new Uint8Array(view.buffer, view.byteOffset + at + CENTRAL_BYTES, nameBytes),
    (flags & UTF8_NAMES) !== 0,
  );
  if (!isSafe(name)) throw new Refused('unsafeName', 'a name leads out of the archive', at);
  if ((flags & ENCRYPTED) !== 0)
    throw new Refused('encrypted', 'a file is encrypted', localAt, name);
  if (name.endsWith('/')) return null;
  if (method !== STORED && method !== DEFLATED)
    throw new Refused('unsupported', `packing method ${method} is not read`, at, name);
  if (packedBytes === 0xffff_ffff || bytes === 0xffff_ffff || localAt === 0xffff_ffff)
    throw new Refused('unsupported', 'ZIP64 archives are not read', at, name);
  if (bytes > ZIP_RATIO_FREE_BYTES && bytes > ZIP_MOST_RATIO * packedBytes)
    throw new Refused(
      'expandsTooFar',
      `${packedBytes} bytes say that they become ${bytes}`,
      at,
      name,
    );
  if (method === STORED && packedBytes !== bytes)
    throw new Refused('badHeader', 'a file that is not packed has two lengths', at, name);
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
      'a file lies behind the end of the archive',
      view.byteLength,
      name,
    );
  if (view.getUint32(localAt, true) !== LOCAL)
    throw new Refused('badHeader', 'a file does not begin where the directory says', localAt, name);
  const begin =
    localAt + LOCAL_BYTES + view.getUint16(localAt + 26, true) + view.getUint16(localAt + 28, true);
  if (begin + packedBytes > view.byteLength)
    throw new Refused(
      'truncated',
      'a file goes on behind the end of the archive',
      view.byteLength,
      name,
    );
  return begin;
}

/**
 * Names are UTF-8 where they say so or are nothing else, and else Japanese as Windows packs them.
 */
function nameOf(bytes: Uint8Array, isUtf8: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\\', '/');
  } catch {
    return new TextDecoder(isUtf8 ? 'utf-8' : 'shift_jis').decode(bytes).replaceAll('\\', '/');
  }
}

/**
 * Stays below where it is unpacked. Nothing is ever written to a disk; a name that tries is no name
 * of a recording.
 */
const isSafe = (name: string): boolean =>
  name !== '' &&
  name.length <= 1_024 &&
  !name.startsWith('/') &&
  !/^[A-Za-z]:/.test(name) &&
  !name.includes('\0') &&
  !name.split('/').includes('..');

/** Files that share their bytes: a few megabytes could become a thousand times as much. */
function refuseOverlaps(entries: readonly ZipEntry[]): void {
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
