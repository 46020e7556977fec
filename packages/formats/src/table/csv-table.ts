import { getByteOffset, type DecodedText } from '../byte-text.ts';
import type { FormatProblem } from '../recording.ts';
import { type NumberReader, numberReader } from './number-cells.ts';
import {
  isTransposed,
  MAX_NAME_CHARACTERS,
  tableHead,
  transposed,
  type CsvColumn,
} from './table-head.ts';
import { openTableText, quoteProblems, type TableText } from './table-text.ts';
import { createColumns } from './table-columns.ts';
import { walkRows } from './row-walker.ts';

/** Named columns of numbers. */
export type CsvTable = {
  readonly columns: readonly CsvColumn[];
  readonly rowCount: number;
  /** Leading lines that begin with `#`, without it. */
  readonly comments: readonly string[];
  /** Rows between the comments and the column names. */
  readonly preamble: readonly (readonly string[])[];
  readonly delimiter: string;
  readonly encoding: DecodedText['encoding'];
  readonly problems: readonly FormatProblem[];
};

type CsvTableOptions = { readonly fallback?: 'shift_jis' | 'windows-1252' };

/**
 * Parses a table of numbers. Detects the delimiter (comma, semicolon, tab, bar, otherwise spaces),
 * a byte order mark, the encoding (UTF-8, otherwise CP932), leading text and header lines, and
 * decimal commas. Names are trimmed, those of several lines joined; columns without one are called
 * `column 1`, `column 2` … A column that starts with text keeps it in `texts`. Cells that are not
 * numbers are one problem per column, at the first of them.
 */
export function parseCsvTable(input: Uint8Array | string, options: CsvTableOptions = {}): CsvTable {
  const source = openTableText(input, options.fallback);
  const head = tableHead(source);
  const table = readBody(source, head);
  const problems = [
    ...source.problems,
    ...quoteProblems(source, table.openQuote),
    ...table.problems,
  ];
  if (table.columns.length === 0 || table.rowCount === 0)
    problems.push({ code: 'noSignals', message: 'the table has no rows', byteOffset: 0 });
  const { comments, delimiter, encoding } = source;
  return {
    columns: table.columns,
    rowCount: table.rowCount,
    comments,
    preamble: head.preamble,
    delimiter,
    encoding,
    problems,
  };
}

type TableBody = {
  readonly columns: readonly CsvColumn[];
  readonly rowCount: number;
  readonly problems: readonly FormatProblem[];
  readonly openQuote: number | null;
};

function readBody(source: TableText, head: ReturnType<typeof tableHead>): TableBody {
  if (head.longName !== null) {
    const { row, column, characters, index } = head.longName;
    const size = `${characters} characters; at most ${MAX_NAME_CHARACTERS}`;
    const problem = {
      code: 'overLimit' as const,
      message: `row ${row}, column ${column}: a column name of ${size}`,
      byteOffset: getByteOffset(source, index),
    };
    return { columns: [], rowCount: 0, problems: [problem], openQuote: null };
  }
  const number = numberReader(head.dataRows.flat());
  return isTransposed(head) ? readAcross(source, number) : readDown(source, head, number);
}

function readDown(
  source: TableText,
  head: ReturnType<typeof tableHead>,
  number: NumberReader,
): TableBody {
  const columns = createColumns(head, {
    number,
    maxCells: source.text.length,
    byteOffset: (index) => getByteOffset(source, index),
  });
  let row = 0;
  const openQuote = walkRows(source.text, source.begin, source.delimiter, (cells, index) => {
    if (row++ >= head.leadingRows) columns.add(cells, index);
    return true;
  });
  return { ...columns.finish(), openQuote };
}

/** Reads a few long lines as one series each. */
function readAcross(source: TableText, number: NumberReader): TableBody {
  const columns: CsvColumn[] = [];
  const openQuote = walkRows(
    source.text,
    source.begin,
    source.delimiter,
    (cells) => columns.push(transposed(cells, columns.length, number)) > 0,
  );
  const rowCount = columns.reduce((longest, column) => Math.max(longest, column.values.length), 0);
  return {
    columns: columns.map((column) => ({ ...column, values: filledTo(column.values, rowCount) })),
    rowCount,
    problems: [],
    openQuote,
  };
}

function filledTo(values: Float64Array, length: number): Float64Array {
  if (values.length === length) return values;
  const filled = new Float64Array(length).fill(Number.NaN);
  filled.set(values);
  return filled;
}
