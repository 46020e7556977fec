import type { FileFormat } from '../detect-format.ts';

/** Maximum number of cells: a reader's memory grows with them, not with the bytes. */
export const MAX_TABLE_CELLS = 40_000_000;
/** Formats that are text tables. */
const TABLES: ReadonlySet<FileFormat> = new Set<FileFormat>(['csv', 'actiware', 'awd', 'empatica']);
const TABLE_NAME = /\.(csv|tsv|txt)$/i;

export const isTable = (format: FileFormat): boolean => TABLES.has(format);

/** Whether a file in an archive is read as a table. */
export const isTableName = (name: string): boolean => TABLE_NAME.test(name);

export const hasTooManyCells = (bytes: Uint8Array): boolean => tableCells(bytes) > MAX_TABLE_CELLS;

const LINE_FEED = 10;
const RETURN = 13;
const COMMA = 44;
const SEMICOLON = 59;
const TAB = 9;
const SPACE = 32;
const BAR = 124;
/** Delimiters of tables (table-text.ts). */
const DELIMITERS = [COMMA, SEMICOLON, TAB, SPACE, BAR];
/** A reader derives the columns from the first lines. */
const MAX_SCANNED_LINES = 200;

/**
 * Upper bound of the number of cells of a table without parsing it: number of lines × most cells in
 * one of the first lines. A reader allocates every column of every row, so a few megabytes of
 * crafted text could exhaust the memory.
 */
export function tableCells(bytes: Uint8Array): number {
  let lines = 1;
  let maxCells = 1;
  const own = new Uint32Array(DELIMITERS.length);
  for (const byte of bytes) {
    if (byte === LINE_FEED || byte === RETURN) {
      lines += 1;
      own.fill(0);
      continue;
    }
    if (lines > MAX_SCANNED_LINES) continue;
    const delimiter = DELIMITERS.indexOf(byte);
    if (delimiter < 0) continue;
    own[delimiter] = (own[delimiter] ?? 0) + 1;
    maxCells = Math.max(maxCells, 1 + (own[delimiter] ?? 0));
  }
  return lines * maxCells;
}
