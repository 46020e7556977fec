import { isMissing, type NumberReader } from './number-cells.ts';
import { walkRows } from './row-walker.ts';
import type { TableText } from './table-text.ts';
import { looksLikeTime } from './time-cells.ts';

/** Structure of a table, derived from its first rows. */
export type TableHead = {
  /** Rows before the column names. */
  readonly preamble: readonly (readonly string[])[];
  readonly names: readonly string[];
  /** Actual number of columns; `names` may have fewer. */
  readonly columnCount: number;
  readonly leadingRows: number;
  /** The first name that is too long. Its row and column are counted from 1. */
  readonly longName: LongName | null;
  /** The first rows of data. */
  readonly dataRows: readonly (readonly string[])[];
};

type LongName = {
  readonly row: number;
  readonly column: number;
  readonly characters: number;
  /** Index of the row in the text. */
  readonly index: number;
};

export const MAX_NAME_CHARACTERS = 1_000;
const MAX_SCANNED_ROWS = 200;
const MAX_NAME_LINES = 4;
/** Further cells are only counted: a line may have a million. */
const MAX_SCANNED_CELLS = 4_097;

/**
 * Separates leading text and column names from the data. Data start at the first row in which at
 * least half of the cells are numbers or times, unless the next row is much wider. Rows of about
 * the same width directly before it are names.
 */
export function tableHead(source: TableText): TableHead {
  const rows: string[][] = [];
  const widths: number[] = [];
  const begins: number[] = [];
  walkRows(source.text, source.begin, source.delimiter, (cells, index) => {
    begins.push(index);
    widths.push(cells.length);
    return (
      rows.push(cells.length > MAX_SCANNED_CELLS ? cells.slice(0, MAX_SCANNED_CELLS) : cells) <
      MAX_SCANNED_ROWS
    );
  });
  const found = rows.findIndex(
    (row, index) => isDataRow(row) && row.length * 2 >= (rows[index + 1]?.length ?? 0),
  );
  const firstData = found >= 0 ? found : Math.min(1, rows.length);
  const dataWidth = rows[firstData]?.length ?? 0;
  const minWidth = dataWidth <= 2 ? dataWidth : dataWidth - 1;
  const maxLines = dataWidth <= 1 ? 1 : MAX_NAME_LINES;
  let firstName = firstData;
  while (
    firstName > 0 &&
    firstData - firstName < maxLines &&
    (rows[firstName - 1]?.length ?? 0) >= minWidth
  )
    firstName--;
  const nameRows = rows.slice(firstName, firstData);
  const dataRows = rows.slice(firstData);
  const names = joinNames(nameRows, dataRows);
  const columnCount =
    names.length < MAX_SCANNED_CELLS
      ? names.length
      : Math.max(...widths.slice(firstName, firstData + 1));
  return {
    preamble: rows.slice(0, firstName),
    names,
    longName: findLongName(names, { row: firstName + 1, index: begins[firstName] ?? 0 }),
    columnCount,
    leadingRows: firstData,
    dataRows,
  };
}

function findLongName(
  names: readonly string[],
  place: Pick<LongName, 'row' | 'index'>,
): LongName | null {
  const index = names.findIndex(({ length }) => length > MAX_NAME_CHARACTERS);
  const name = names[index];
  return name === undefined ? null : { ...place, column: index + 1, characters: name.length };
}

function isDataRow(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  const counted = filled.filter(
    (cell) =>
      isMissing(cell) ||
      (/^[-+]?[\d.]/.test(cell) && (/^[-+\d.,eE]+$/.test(cell) || looksLikeTime(cell))),
  );
  return filled.length > 0 && counted.length * 2 >= filled.length;
}

function joinNames(
  nameRows: readonly (readonly string[])[],
  dataRows: readonly (readonly string[])[],
): string[] {
  const width =
    nameRows.length > 0
      ? Math.max(...nameRows.map((row) => row.length))
      : (dataRows[0]?.length ?? 0);
  // Some writers end every row with a delimiter, which is not a column.
  const endsEmpty =
    width > 1 &&
    dataRows.every((row) => row.length < width || row[width - 1] === '') &&
    nameRows.every((row) => (row[width - 1] ?? '') === '');
  return Array.from({ length: endsEmpty ? width - 1 : width }, (_, index) => {
    const parts = nameRows.map((row) => row[index]?.trim() ?? '').filter((part) => part !== '');
    return parts.length === 0 ? `column ${index + 1}` : parts.join(' ');
  });
}

const MIN_TRANSPOSED_COLUMNS = 64;
const MAX_TRANSPOSED_ROWS = 16;

/**
 * Whether the table has two to sixteen long lines of numbers without names, the first of them
 * ascending: one series a line, time first.
 */
export function isTransposed({ names, dataRows, leadingRows }: TableHead): boolean {
  if (
    leadingRows > 0 ||
    dataRows.length < 2 ||
    dataRows.length > MAX_TRANSPOSED_ROWS ||
    names.length < MIN_TRANSPOSED_COLUMNS
  )
    return false;
  const times = (dataRows[0] ?? []).slice(0, MIN_TRANSPOSED_COLUMNS).map(Number);
  return times.every((time, index) => index === 0 || time > (times[index - 1] ?? Infinity));
}

/** Converts a line of a transposed table to a column. */
export const transposed = (
  cells: readonly string[],
  place: number,
  number: NumberReader,
): CsvColumn => ({
  name: place === 0 ? 'time' : `column ${place + 1}`,
  values: Float64Array.from(cells, number),
  texts: null,
});

/**
 * An empty or unreadable cell is NaN. `texts` has the cells of a column that starts with text or
 * times, otherwise null.
 */
export type CsvColumn = {
  readonly name: string;
  readonly values: Float64Array;
  readonly texts: readonly string[] | null;
};
