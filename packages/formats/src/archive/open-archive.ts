import { empaticaFile } from '../actigraphy/empatica.ts';
import { decodeText } from '../byte-text.ts';
import type { FormatProblem, FormatProblemCode } from '../recording.ts';
import { groupWfdbFiles, isWfdbPart } from '../wfdb/wfdb-record-files.ts';
import { unpackEntry } from './unpack-entry.ts';
import { readZipDirectory, type ZipEntry } from './zip-directory.ts';
import { ZIP_MOST_BYTES } from './zip-limits.ts';

/**
 * The one recording of an archive, unpacked: `name` is the file that is read, the others lie beside
 * it.
 */
export type ArchiveContent =
  | {
      readonly kind: 'files';
      readonly recording: 'file' | 'wfdb' | 'empatica';
      readonly name: string;
      readonly files: ReadonlyMap<string, Uint8Array>;
    }
  | {
      readonly kind: 'refused';
      readonly problem: FormatProblem;
      /** Of an archive that is no ZIP: what it is. */
      readonly formatName?: string;
    };

const refused = (
  code: FormatProblemCode,
  message: string,
  byteOffset = 0,
  file?: string,
): ArchiveContent => ({
  kind: 'refused',
  problem: { code, message, byteOffset, ...(file === undefined ? {} : { file }) },
});

const RECORDINGS: ReadonlySet<string> = new Set([
  'edf',
  'rec',
  'bdf',
  'csv',
  'tsv',
  'get',
  'awd',
  'mtn',
  'cwa',
]);
const NATIVE = 'ymr';
const ARCHIVES: ReadonlySet<string> = new Set([
  'zip',
  'gz',
  'tgz',
  '7z',
  'bz2',
  'xz',
  'tar',
  'rar',
  'gt3x',
]);
/** How what is packed in another way begins. */
const PACKED: readonly (readonly [name: string, ...magic: number[]])[] = [
  ['gzip', 0x1f, 0x8b],
  ['7-Zip', 0x37, 0x7a, 0xbc, 0xaf],
  ['bzip2', 0x42, 0x5a, 0x68],
  ['xz', 0xfd, 0x37, 0x7a, 0x58],
  ['RAR', 0x52, 0x61, 0x72, 0x21],
];
const baseName = (name: string): string => name.replace(/^.*\//, '');
const folderOf = (name: string): string => name.slice(0, name.length - baseName(name).length);
const endingOf = (name: string): string => /\.([^./]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';
/** What systems and people put beside recordings. */
const isBeside = ({ name }: ZipEntry): boolean =>
  name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX') ||
  /^(thumbs\.db|desktop\.ini)$/i.test(baseName(name)) ||
  /^(readme|license|info)(\.(txt|md|html?|pdf))?$/i.test(baseName(name));

/**
 * Finds the one recording that an archive holds and unpacks its files, nothing else. A ZIP archive;
 * never throws on input.
 */
export async function openArchive(bytes: Uint8Array): Promise<ArchiveContent> {
  const formatName = PACKED.find(([, ...magic]) =>
    magic.every((byte, at) => bytes[at] === byte),
  )?.[0];
  if (formatName !== undefined)
    return {
      kind: 'refused',
      problem: {
        code: 'unsupported',
        message: 'of archives ZIP is read; unpack this one',
        byteOffset: 0,
      },
      formatName,
    };
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b)
    return refused('unsupported', 'of archives ZIP is read; unpack this one');
  const directory = readZipDirectory(bytes);
  if (directory.kind === 'refused') return directory;
  const entries = directory.entries.filter((entry) => !isBeside(entry));
  const parts = entries.filter(({ name }) => isWfdbPart(name));
  if (parts.length > 0) return wfdbFiles(bytes, entries, parts);
  const session = entries.filter(({ name }) => empaticaFile(name) !== null);
  if (session.length > 0) return empaticaFiles(bytes, session);
  return singleFile(bytes, entries);
}

async function singleFile(
  bytes: Uint8Array,
  entries: readonly ZipEntry[],
): Promise<ArchiveContent> {
  const sure = entries.filter(({ name }) => RECORDINGS.has(endingOf(name)));
  const texts = entries.filter(({ name }) => endingOf(name) === 'txt');
  const [entry, ...more] = sure.length > 0 ? sure : texts;
  if (more[0] !== undefined)
    return refused(
      'severalRecordings',
      `${more.length + 1} recordings are in the archive`,
      more[0].dataAt,
      more[0].name,
    );
  if (entry !== undefined) return unpacked(bytes, [entry], 'file', baseName(entry.name));
  const native = entries.find(({ name }) => endingOf(name) === NATIVE);
  if (native !== undefined)
    return refused(
      'unsupported',
      'recordings of Yamori are read by themselves; unpack the archive',
      native.dataAt,
      native.name,
    );
  const nested = entries.find(({ name }) => ARCHIVES.has(endingOf(name)));
  return nested === undefined
    ? refused('noSignals', 'no recording is in the archive')
    : refused('nestedArchive', 'an archive lies within the archive', nested.dataAt, nested.name);
}

function empaticaFiles(
  bytes: Uint8Array,
  session: readonly ZipEntry[],
): Promise<ArchiveContent> | ArchiveContent {
  const [first] = session;
  const other = session.find(({ name }) => folderOf(name) !== folderOf(first?.name ?? ''));
  if (other !== undefined)
    return refused(
      'severalRecordings',
      'several sessions are in the archive',
      other.dataAt,
      other.name,
    );
  return unpacked(bytes, session, 'empatica', baseName(first?.name ?? ''));
}

async function wfdbFiles(
  bytes: Uint8Array,
  entries: readonly ZipEntry[],
  parts: readonly ZipEntry[],
): Promise<ArchiveContent> {
  const folders = new Set(parts.map(({ name }) => folderOf(name)));
  const [folder = ''] = folders;
  if (folders.size > 1)
    return refused(
      'severalRecordings',
      'several folders of the archive hold records',
      parts[0]?.dataAt ?? 0,
    );
  const beside = entries.filter(({ name }) => folderOf(name) === folder);
  const headers = await unpacked(
    bytes,
    beside.filter(({ name }) => endingOf(name) === 'hea'),
    'wfdb',
    '',
  );
  if (headers.kind === 'refused') return headers;
  const { records } = groupWfdbFiles(
    beside.map(({ name }) => baseName(name)),
    (name) => decodeText(headers.files.get(name) ?? new Uint8Array(0), 'windows-1252'),
  );
  const [record, other] = records;
  // Headers that name each other in a circle are records of none.
  if (record === undefined)
    return refused('badHeader', 'no header begins a record', parts[0]?.dataAt ?? 0);
  if (other !== undefined)
    return refused(
      'severalRecordings',
      `${records.length} records are in the archive`,
      0,
      other.header ?? other.members[0] ?? other.recordName,
    );
  if (record.header === null)
    return refused(
      'missingFile',
      `${record.recordName}.hea is not in the archive`,
      0,
      `${record.recordName}.hea`,
    );
  return unpacked(
    bytes,
    beside.filter(({ name }) => record.members.includes(baseName(name))),
    'wfdb',
    record.header,
  );
}

async function unpacked(
  bytes: Uint8Array,
  entries: readonly ZipEntry[],
  recording: 'file' | 'wfdb' | 'empatica',
  name: string,
): Promise<ArchiveContent> {
  let total = 0;
  for (const entry of entries) {
    total += entry.bytes;
    if (total > ZIP_MOST_BYTES)
      return refused(
        'expandsTooFar',
        `the recording becomes more than ${ZIP_MOST_BYTES} bytes`,
        entry.dataAt,
        entry.name,
      );
  }
  const files = new Map<string, Uint8Array>();
  for (const entry of entries) {
    const content = await unpackEntry(bytes, entry);
    if (content.kind === 'refused') return content;
    files.set(baseName(entry.name), content.bytes);
  }
  return { kind: 'files', recording, name, files };
}
