import {
  byteOffsetOf,
  decodeTextAs,
  decodeTextFile,
  type DecodedText,
  type TextEncodingName,
} from '../byte-text.ts';
import type { FormatProblem } from '../recording.ts';
import { firstOtherLineEnd, walkRows } from './row-walker.ts';
import { findDelimiter } from './table-text.ts';

/** How a text is read; what is left out is found. */
export type TextRowOptions = {
  readonly encoding?: TextEncodingName;
  readonly delimiter?: string;
  readonly mostRows?: number;
  readonly mostColumns?: number;
};

/** All rows of a delimited text as they stand, blank lines left out. */
export type TextRows = {
  readonly rows: readonly (readonly string[])[];
  /** The line of the file in which each row begins, from 1. */
  readonly lines: readonly number[];
  readonly encoding: TextEncodingName;
  readonly markBytes: number;
  readonly delimiter: string;
  /**
   * `overLimit`, `unclosedQuote` and `badEncoding` mean that rows are missing or damaged; `line`
   * says where.
   */
  readonly problems: readonly (FormatProblem & { readonly line: number })[];
};

const MOST_ROWS = 1_000_000;
const MOST_COLUMNS = 4096;

/**
 * Reads a table of words, such as a list of rooms: nothing is skipped as a comment, every cell is
 * text. Never throws on input.
 */
export function readTextRows(bytes: Uint8Array, options: TextRowOptions = {}): TextRows {
  const decoded =
    options.encoding === undefined ? decodeTextFile(bytes) : decodeTextAs(bytes, options.encoding);
  const delimiter = options.delimiter ?? findDelimiter(decoded.text, 0);
  const lineOf = createLineCounter(decoded.text);
  const rows: string[][] = [];
  const lines: number[] = [];
  const problems: (FormatProblem & { line: number })[] = [];
  const add = (problem: Omit<FormatProblem, 'byteOffset'>, at: number): void =>
    void problems.push({ ...problem, byteOffset: byteOffsetOf(decoded, at), line: lineOf(at) });
  for (const problem of decoded.problems)
    problems.push({ ...problem, line: lineOf(indexOfByte(decoded, problem.byteOffset)) });
  const nul = decoded.text.indexOf('\0');
  if (nul >= 0) add({ code: 'nulByte', message: 'the text has NUL characters' }, nul);
  const { mostRows = MOST_ROWS, mostColumns = MOST_COLUMNS } = options;
  const takeRow = (cells: string[], at: number): boolean => {
    if (cells.length > mostColumns || rows.length === mostRows) {
      add(
        {
          code: 'overLimit',
          message:
            cells.length > mostColumns
              ? `more than ${mostColumns} columns`
              : `more than ${mostRows} rows`,
        },
        at,
      );
      return false;
    }
    rows.push(cells);
    lines.push(lineOf(at));
    return true;
  };
  // One more cell than allowed shows that a row is too long.
  const open = walkRows(decoded.text, 0, delimiter, takeRow, mostColumns + 1);
  if (open !== null) add({ code: 'unclosedQuote', message: 'a quote never closes' }, open);
  const other = firstOtherLineEnd(decoded.text);
  if (other !== null)
    add({ code: 'mixedLineEnds', message: 'lines end in more than one way' }, other);
  return {
    rows,
    lines,
    encoding: decoded.encoding,
    markBytes: decoded.markBytes,
    delimiter,
    problems,
  };
}

/**
 * Lines before an index, counted on from where it was asked last; an earlier one is counted from
 * the beginning.
 */
function createLineCounter(text: string): (index: number) => number {
  let [at, line] = [0, 1];
  const ends = /\r\n|\n|\r/g;
  return (index) => {
    if (index < at) [at, line] = [0, 1];
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

/** About where a byte lies in the text: exact where every character is one byte. */
const indexOfByte = ({ text, byteLength }: DecodedText, byte: number): number =>
  Math.floor((byte / Math.max(1, byteLength)) * text.length);
