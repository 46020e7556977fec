import { FILE_MAGIC } from '@yamori/frames';

/**
 * What a file is, by its first bytes; its name decides only where bytes cannot (tables of numbers, and Goe-MF, which has no
 * header). Null for what is none of them.
 */
export type FileKind = 'yamori' | 'edf' | 'bdf' | 'csv' | 'goeMf';

/** How much of the beginning is looked at. */
export const LOOKED_AT_BYTES = 4096;

export function fileKindOf(start: Uint8Array, fileName: string): FileKind | null {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  if (FILE_MAGIC.every((byte, index) => start[index] === byte)) return 'yamori';
  if (start[0] === 0xff && asciiOf(start, 1, 8) === 'BIOSEMI') return 'bdf';
  if (asciiOf(start, 0, 8) === '0       ') return 'edf';
  if (ending === 'get') return 'goeMf';
  // Named as one of the above and begun as none of them: what it is worth is said by its own reader.
  if (ending === 'edf' || ending === 'rec') return 'edf';
  if (ending === 'bdf') return 'bdf';
  if (ending === 'ymr') return 'yamori';
  return ['csv', 'txt', 'tsv'].includes(ending) && isText(start) ? 'csv' : null;
}

const asciiOf = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

/** No zero bytes, but for UTF-16 with its mark. */
const isText = (start: Uint8Array): boolean => (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff) || !start.includes(0);
