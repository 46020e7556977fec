import {
  getByteOffset,
  decodeTextAs,
  decodeTextFile,
  type DecodedText,
  type TextEncodingName,
} from '../byte-text.ts';
import type { FormatProblem } from '../recording.ts';
import { firstOtherLineEnd, walkRows } from './row-walker.ts';
import { findDelimiter } from './table-text.ts';

/** How to read a text; omitted options are detected. */
export type TextRowOptions = {
  readonly encoding?: TextEncodingName;
  readonly delimiter?: string;
  readonly maxRows?: number;
  readonly maxColumns?: number;
  /** UTF-8 bytes of a cell. */
  readonly maxCellBytes?: number;
};

/** All rows of a delimited text, without blank lines. */
export type TextRows = {
  readonly rows: readonly (readonly string[])[];
  /** Line number in the file of the start of each row, from 1. */
  readonly lines: readonly number[];
  readonly encoding: TextEncodingName;
  readonly markBytes: number;
  readonly delimiter: string;
  /**
   * `overLimit`, `unclosedQuote` and `badEncoding` mean that rows are missing or damaged; `line` is
   * the line number. Reading stops at the first `overLimit`.
   */
  readonly problems: readonly TextRowProblem[];
};

type TextRowProblem = FormatProblem & {
  readonly line: number;
  /** The cell that is too large. Row and column are counted from 1. */
  readonly cell?: CellPlace;
};

type CellPlace = { readonly row: number; readonly column: number; readonly bytes: number };

const MAX_ROWS = 1_000_000;
const MAX_COLUMNS = 4096;
/** A cell of Excel has at most 32,767 characters, which are up to 96 KiB. */
const MAX_CELL_BYTES = 128 * 1024;
const MAX_BYTES_PER_UNIT = 3;

/**
 * Reads a table of text such as a list of rooms: lines with `#` are rows, every cell is text. Never
 * throws on input.
 */
export function readTextRows(bytes: Uint8Array, options: TextRowOptions = {}): TextRows {
  const decoded =
    options.encoding === undefined ? decodeTextFile(bytes) : decodeTextAs(bytes, options.encoding);
  const delimiter = options.delimiter ?? findDelimiter(decoded.text, 0);
  const getLine = createLineCounter(decoded.text);
  const rows: string[][] = [];
  const lines: number[] = [];
  const problems: TextRowProblem[] = [];
  const add = (problem: Omit<TextRowProblem, 'byteOffset' | 'line'>, at: number): void =>
    void problems.push({ ...problem, byteOffset: getByteOffset(decoded, at), line: getLine(at) });
  for (const problem of decoded.problems)
    problems.push({ ...problem, line: getLine(findCharacterIndex(decoded, problem.byteOffset)) });
  const nul = decoded.text.indexOf('\0');
  if (nul >= 0) add({ code: 'nulByte', message: 'text has NUL characters' }, nul);
  const { maxRows = MAX_ROWS, maxColumns = MAX_COLUMNS, maxCellBytes = MAX_CELL_BYTES } = options;
  const getExcess = (cells: readonly string[]): Pick<TextRowProblem, 'message' | 'cell'> | null => {
    if (cells.length > maxColumns) return { message: `more than ${maxColumns} columns` };
    if (rows.length === maxRows) return { message: `more than ${maxRows} rows` };
    const large = findLargeCell(cells, maxCellBytes);
    if (large === null) return null;
    const { column, bytes } = large;
    const row = rows.length + 1;
    return {
      message: `row ${row}, column ${column}: a cell of ${bytes} bytes; at most ${maxCellBytes}`,
      cell: { row, column, bytes },
    };
  };
  const takeRow = (cells: string[], at: number): boolean => {
    const excess = getExcess(cells);
    if (excess !== null) {
      add({ code: 'overLimit', ...excess }, at);
      return false;
    }
    rows.push(cells);
    lines.push(getLine(at));
    return true;
  };
  // One cell more than allowed shows that a row is too long.
  const open = walkRows(decoded.text, 0, delimiter, takeRow, maxColumns + 1);
  if (open !== null) add({ code: 'unclosedQuote', message: 'a quote never closes' }, open);
  const other = firstOtherLineEnd(decoded.text);
  if (other !== null) add({ code: 'mixedLineEnds', message: 'mixed line ends' }, other);
  return {
    rows,
    lines,
    encoding: decoded.encoding,
    markBytes: decoded.markBytes,
    delimiter,
    problems,
  };
}

function findLargeCell(
  cells: readonly string[],
  maxBytes: number,
): { readonly column: number; readonly bytes: number } | null {
  for (const [index, cell] of cells.entries()) {
    if (cell.length * MAX_BYTES_PER_UNIT <= maxBytes) continue;
    const bytes = new TextEncoder().encode(cell).length;
    if (bytes > maxBytes) return { column: index + 1, bytes };
  }
  return null;
}

/**
 * Returns line numbers by index. Counts from the last index asked for, or from the start for an
 * earlier one.
 */
function createLineCounter(text: string): (index: number) => number {
  let at = 0;
  let line = 1;
  const ends = /\r\n|\n|\r/g;
  return (index) => {
    if (index < at) {
      at = 0;
      line = 1;
    }
    ends.lastIndex = at;
    for (
      let end = ends.exec(text);
      end !== null && end.index + end[0].length <= index;
      end = ends.exec(text)
    ) {
      line += 1;
      at = ends.lastIndex;
    }
    return line;
  };
}

/** Approximate text index of a byte; exact if every character is one byte. */
const findCharacterIndex = ({ text, byteLength }: DecodedText, byte: number): number =>
  Math.floor((byte / Math.max(1, byteLength)) * text.length);
