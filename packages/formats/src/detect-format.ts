import { isActiware } from './actigraphy/actiware.ts';
import { empaticaFile, looksLikeEmpatica } from './actigraphy/empatica.ts';
import { decodeTextFile } from './byte-text.ts';

/** What a file is, as far as its first bytes and its name tell. */
export type FileFormat =
  | 'native'
  | 'edf'
  | 'bdf'
  | 'wfdb'
  | 'wfdbAnnotations'
  | 'goeMf'
  | 'actiware'
  | 'awd'
  | 'motionWare'
  | 'empatica'
  | 'csv'
  | 'axivity'
  | 'geneActiv'
  | 'archive'
  | 'unknown';

/** Endings of the annotation files of a WFDB record. */
export const WFDB_ANNOTATORS = ['atr', 'apn', 'qrs', 'st', 'ecg'] as const;

const HEAD_BYTES = 4_096;
const TABLE_ENDINGS = ['csv', 'txt', 'tsv'];
const GOE_MF_FRAME_BYTES = 1_024;

/**
 * Tells the format of a file: by its magic bytes, by the words of a text, else by its ending. Never
 * throws.
 */
export function detectFormat(bytes: Uint8Array, fileName: string): FileFormat {
  const head = bytes.subarray(0, HEAD_BYTES);
  const ending = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const byMagic = magicFormat(head);
  if (byMagic !== null) return byMagic;
  if (ending === 'hea') return 'wfdb';
  if (WFDB_ANNOTATORS.some((annotator) => annotator === ending)) return 'wfdbAnnotations';
  if (ending === 'get') return 'goeMf';
  if (ending === 'edf' || ending === 'rec') return 'edf';
  if (ending === 'bdf') return 'bdf';
  if (empaticaFile(fileName) !== null && (bytes.length === 0 || looksLikeEmpatica(asciiOf(head))))
    return 'empatica';
  if (ending === 'awd') return 'awd';
  return isText(head) ? textFormat(head, ending) : binaryFormat(bytes, ending);
}

function magicFormat(head: Uint8Array): FileFormat | null {
  const begins = (...magic: readonly number[]): boolean =>
    magic.every((byte, index) => head[index] === byte);
  if (begins(0x89, 0x59, 0x4d, 0x52)) return 'native';
  if (begins(0xff, 0x42, 0x49, 0x4f, 0x53, 0x45, 0x4d, 0x49)) return 'bdf';
  if (/^0 {7}[\s\S]{160}[\dA-Za-z.:/-]{8}/.test(asciiOf(head))) return 'edf';
  if (
    begins(0x50, 0x4b, 3, 4) ||
    begins(0x1f, 0x8b) ||
    begins(0x42, 0x5a, 0x68) ||
    begins(0x37, 0x7a, 0xbc, 0xaf)
  )
    return 'archive';
  if (begins(0x4d, 0x44) && head[2] === 0xfc && head[3] === 0x03) return 'axivity';
  return asciiOf(head).startsWith('Device Identity') ? 'geneActiv' : null;
}

const asciiOf = (bytes: Uint8Array): string => new TextDecoder('windows-1252').decode(bytes);

/** No control characters but those of texts; UTF-16 has a zero in every character of ASCII. */
function isText(head: Uint8Array): boolean {
  const hasMark = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  const control = head.filter(
    (byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 0x1b),
  ).length;
  return head.length > 0 && (hasMark || control * 50 <= head.length);
}

function textFormat(head: Uint8Array, ending: string): FileFormat {
  const { text, problems, encoding } = decodeTextFile(head);
  // Samples of few bits look like text at a glance; a damaged or Japanese table is told by its
  // ending.
  if (
    !TABLE_ENDINGS.includes(ending) &&
    (problems.length > 0 || text.includes('\0') || (ending !== '' && encoding === 'shift_jis'))
  )
    return 'unknown';
  if (isActiware(text)) return 'actiware';
  if (text.includes('<motionfile')) return 'motionWare';
  // A record's name and its number of signals, then a file and its format; or a record of segments.
  if (
    /^[\w-]+ \d{1,4}( [^\r\n]*)?\r?\n\S+\.[A-Za-z]\w* \d{1,3}\b/.test(text) ||
    /^[\w-]+\/\d+ \d{1,4} /.test(text)
  )
    return 'wfdb';
  return ['xml', 'html', 'json', 'pdf', 'js'].includes(ending) || /^\s*[<{%]/.test(text)
    ? 'unknown'
    : 'csv';
}

/** A Goe-MF file has no header: whole frames of floats that are small numbers. */
function binaryFormat(bytes: Uint8Array, ending: string): FileFormat {
  if (ending === 'csv' || ending === 'txt') return 'csv';
  if (bytes.length < GOE_MF_FRAME_BYTES || bytes.length % GOE_MF_FRAME_BYTES !== 0)
    return 'unknown';
  const view = new DataView(bytes.buffer, bytes.byteOffset, GOE_MF_FRAME_BYTES);
  const values = Array.from({ length: 208 }, (_, index) =>
    Math.abs(view.getFloat32(4 * index, true)),
  );
  return values.every((value) => value < 1e4) && values.some((value) => value > 1e-6)
    ? 'goeMf'
    : 'unknown';
}
