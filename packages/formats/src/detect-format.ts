import { isActiware } from './actigraphy/actiware.ts';
import { empaticaFile, looksLikeEmpatica } from './actigraphy/empatica.ts';
import { decodeTextFile } from './byte-text.ts';

/** The format of a file as detected from its first bytes and its name. */
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

/** File extensions of WFDB annotators. */
export const WFDB_ANNOTATORS = ['atr', 'apn', 'qrs', 'st', 'ecg'] as const;

const HEAD_BYTES = 4_096;
const TABLE_ENDINGS = ['csv', 'txt', 'tsv'];
const GOE_MF_FRAME_BYTES = 1_024;

/**
 * Detects the format of a file by magic bytes, then by text content, then by extension. Never
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
  if (empaticaFile(fileName) !== null && (bytes.length === 0 || looksLikeEmpatica(toAscii(head))))
    return 'empatica';
  if (ending === 'awd') return 'awd';
  return isText(head) ? textFormat(head, ending) : binaryFormat(bytes, ending);
}

function magicFormat(head: Uint8Array): FileFormat | null {
  const begins = (...magic: readonly number[]): boolean =>
    magic.every((byte, index) => head[index] === byte);
  if (begins(0x89, 0x59, 0x4d, 0x52)) return 'native';
  if (begins(0xff, 0x42, 0x49, 0x4f, 0x53, 0x45, 0x4d, 0x49)) return 'bdf';
  if (/^0 {7}[\s\S]{160}[\dA-Za-z.:/-]{8}/.test(toAscii(head))) return 'edf';
  if (
    begins(0x50, 0x4b, 3, 4) ||
    begins(0x1f, 0x8b) ||
    begins(0x42, 0x5a, 0x68) ||
    begins(0x37, 0x7a, 0xbc, 0xaf)
  )
    return 'archive';
  if (begins(0x4d, 0x44) && head[2] === 0xfc && head[3] === 0x03) return 'axivity';
  return toAscii(head).startsWith('Device Identity') ? 'geneActiv' : null;
}

const toAscii = (bytes: Uint8Array): string => new TextDecoder('windows-1252').decode(bytes);

/** Whether there are few control characters. ASCII in UTF-16 has a zero byte in each character. */
function isText(head: Uint8Array): boolean {
  const hasMark = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  const control = head.filter(
    (byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 0x1b),
  ).length;
  return head.length > 0 && (hasMark || control * 50 <= head.length);
}

function textFormat(head: Uint8Array, ending: string): FileFormat {
  const { text, problems, encoding } = decodeTextFile(head);
  // Samples of few bits can look like text, so a damaged or Japanese table needs the extension of
  // one.
  if (
    !TABLE_ENDINGS.includes(ending) &&
    (problems.length > 0 || text.includes('\0') || (ending !== '' && encoding === 'shift_jis'))
  )
    return 'unknown';
  if (isActiware(text)) return 'actiware';
  if (text.includes('<motionfile')) return 'motionWare';
  // Record name and number of signals, then a file name and its format; or a record of segments.
  if (
    /^[\w-]+ \d{1,4}( [^\r\n]*)?\r?\n\S+\.[A-Za-z]\w* \d{1,3}\b/.test(text) ||
    /^[\w-]+\/\d+ \d{1,4} /.test(text)
  )
    return 'wfdb';
  return ['xml', 'html', 'json', 'pdf', 'js'].includes(ending) || /^\s*[<{%]/.test(text)
    ? 'unknown'
    : 'csv';
}

/** A Goe-MF file has no header: it consists of whole frames of small floats. */
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
