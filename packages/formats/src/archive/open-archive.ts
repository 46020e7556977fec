import { empaticaFile } from '../actigraphy/empatica.ts';
import { decodeText } from '../byte-text.ts';
import type { FormatProblem, FormatProblemCode } from '../recording.ts';
import { groupWfdbFiles, isWfdbPart } from '../wfdb/wfdb-record-files.ts';
import { inflateEntry } from './inflate-entry.ts';
import { readZipDirectory, type ZipEntry, ZIP_MAX_BYTES } from './zip-directory.ts';

/**
 * The unpacked files of an archive's only recording: `name` is the file to read, the others are its
 * companions.
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
      /** The format of an archive that is not a ZIP archive. */
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
/** First bytes of other archive formats. */
const PACKED: readonly (readonly [name: string, ...magic: number[]])[] = [
  ['gzip', 0x1f, 0x8b],
  ['7-Zip', 0x37, 0x7a, 0xbc, 0xaf],
  ['bzip2', 0x42, 0x5a, 0x68],
  ['xz', 0xfd, 0x37, 0x7a, 0x58],
  ['RAR', 0x52, 0x61, 0x72, 0x21],
];
const baseName = (name: string): string => name.replace(/^.*\//, '');
const getFolder = (name: string): string => name.slice(0, name.length - baseName(name).length);
const getExtension = (name: string): string => /\.([^./]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';
/** Files that operating systems and people add to recordings. */
const isUnrelated = ({ name }: ZipEntry): boolean =>
  name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX') ||
  /^(thumbs\.db|desktop\.ini)$/i.test(baseName(name)) ||
  /^(readme|license|info)(\.(txt|md|html?|pdf))?$/i.test(baseName(name));

/** Finds the only recording in a ZIP archive and unpacks its files. Never throws on input. */
export async function openArchive(bytes: Uint8Array): Promise<ArchiveContent> {
  const formatName = PACKED.find(([, ...magic]) =>
    magic.every((byte, at) => bytes[at] === byte),
  )?.[0];
  if (formatName !== undefined)
    return {
      kind: 'refused',
      problem: {
        code: 'unsupported',
        message: 'only ZIP archives are supported; unpack this one',
        byteOffset: 0,
      },
      formatName,
    };
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b)
    return refused('unsupported', 'only ZIP archives are supported; unpack this one');
  const directory = readZipDirectory(bytes);
  if (directory.kind === 'refused') return directory;
  const entries = directory.entries.filter((entry) => !isUnrelated(entry));
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
  const sure = entries.filter(({ name }) => RECORDINGS.has(getExtension(name)));
  const texts = entries.filter(({ name }) => getExtension(name) === 'txt');
  const [entry, ...more] = sure.length > 0 ? sure : texts;
  if (more[0] !== undefined)
    return refused(
      'severalRecordings',
      `the archive contains ${more.length + 1} recordings`,
      more[0].dataAt,
      more[0].name,
    );
  if (entry !== undefined) return unpackFiles(bytes, [entry], 'file', baseName(entry.name));
  const native = entries.find(({ name }) => getExtension(name) === NATIVE);
  if (native !== undefined)
    return refused(
      'unsupported',
      'native recordings are not read from archives; unpack the archive',
      native.dataAt,
      native.name,
    );
  const nested = entries.find(({ name }) => ARCHIVES.has(getExtension(name)));
  return nested === undefined
    ? refused('noSignals', 'the archive contains no recording')
    : refused('nestedArchive', 'the archive contains another archive', nested.dataAt, nested.name);
}

function empaticaFiles(
  bytes: Uint8Array,
  session: readonly ZipEntry[],
): Promise<ArchiveContent> | ArchiveContent {
  const [first] = session;
  const other = session.find(({ name }) => getFolder(name) !== getFolder(first?.name ?? ''));
  if (other !== undefined)
    return refused(
      'severalRecordings',
      'the archive contains several sessions',
      other.dataAt,
      other.name,
    );
  return unpackFiles(bytes, session, 'empatica', baseName(first?.name ?? ''));
}

async function wfdbFiles(
  bytes: Uint8Array,
  entries: readonly ZipEntry[],
  parts: readonly ZipEntry[],
): Promise<ArchiveContent> {
  const folders = new Set(parts.map(({ name }) => getFolder(name)));
  const [folder = ''] = folders;
  if (folders.size > 1)
    return refused(
      'severalRecordings',
      'several folders of the archive contain records',
      parts[0]?.dataAt ?? 0,
    );
  const beside = entries.filter(({ name }) => getFolder(name) === folder);
  const headers = await unpackFiles(
    bytes,
    beside.filter(({ name }) => getExtension(name) === 'hea'),
    'wfdb',
    '',
  );
  if (headers.kind === 'refused') return headers;
  const { records } = groupWfdbFiles(
    beside.map(({ name }) => baseName(name)),
    (name) => decodeText(headers.files.get(name) ?? new Uint8Array(0), 'windows-1252'),
  );
  const [record, other] = records;
  // Headers that refer to each other in a circle are no records.
  if (record === undefined)
    return refused('badHeader', 'no header starts a record', parts[0]?.dataAt ?? 0);
  if (other !== undefined)
    return refused(
      'severalRecordings',
      `the archive contains ${records.length} records`,
      0,
      other.header ?? other.members[0] ?? other.recordName,
    );
  if (record.header === null)
    return refused(
      'missingFile',
      `the archive lacks ${record.recordName}.hea`,
      0,
      `${record.recordName}.hea`,
    );
  return unpackFiles(
    bytes,
    beside.filter(({ name }) => record.members.includes(baseName(name))),
    'wfdb',
    record.header,
  );
}

async function unpackFiles(
  bytes: Uint8Array,
  entries: readonly ZipEntry[],
  recording: 'file' | 'wfdb' | 'empatica',
  name: string,
): Promise<ArchiveContent> {
  let total = 0;
  for (const entry of entries) {
    total += entry.bytes;
    if (total > ZIP_MAX_BYTES)
      return refused(
        'expandsTooFar',
        `the recording expands to more than ${ZIP_MAX_BYTES} bytes`,
        entry.dataAt,
        entry.name,
      );
  }
  const files = new Map<string, Uint8Array>();
  for (const entry of entries) {
    const content = await inflateEntry(bytes, entry);
    if (content.kind === 'refused') return content;
    files.set(baseName(entry.name), content.bytes);
  }
  return { kind: 'files', recording, name, files };
}
