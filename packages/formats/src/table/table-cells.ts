import type { FileFormat } from '../detect-format.ts';

/**
 * Cells that a table may have: what a reader needs grows with them, however few bytes they have.
 */
export const MOST_TABLE_CELLS = 40_000_000;
/** Formats that are texts of rows and columns. */
const TABLES: ReadonlySet<FileFormat> = new Set<FileFormat>(['csv', 'actiware', 'awd', 'empatica']);
const TABLE_NAME = /\.(csv|tsv|txt)$/i;

export const isTable = (format: FileFormat): boolean => TABLES.has(format);

/** Whether a file within an archive is read as a table. */
export const isTableName = (name: string): boolean => TABLE_NAME.test(name);

export const hasTooManyCells = (bytes: Uint8Array): boolean => tableCells(bytes) > MOST_TABLE_CELLS;

const [LINE_FEED, RETURN, COMMA, SEMICOLON, TAB, SPACE, BAR] = [10, 13, 44, 59, 9, 32, 124];
/** Those that tables are divided by (`table-text.ts`). */
const DELIMITERS = [COMMA, SEMICOLON, TAB, SPACE, BAR];
/** A reader makes its columns from the table's first lines. */
const LINES_LOOKED_AT = 200;

/**
 * How many cells a table may have at most, without reading it: its lines × the most that one of the
 * first ones divides into. A reader makes room for every column of every row; a few megabytes of
 * made-up text can ask for all the memory there is.
 */
export function tableCells(bytes: Uint8Array): number {
  let lines = 1;
  let most = 1;
  const own = new Uint32Array(DELIMITERS.length);
  for (const byte of bytes) {
    if (byte === LINE_FEED || byte === RETURN) {
      lines += 1;
      own.fill(0);
      continue;
    }
    if (lines > LINES_LOOKED_AT) continue;
    const delimiter = DELIMITERS.indexOf(byte);
    if (delimiter < 0) continue;
    own[delimiter] = (own[delimiter] ?? 0) + 1;
    most = Math.max(most, 1 + (own[delimiter] ?? 0));
  }
  return lines * most;
}
