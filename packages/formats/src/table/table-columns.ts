import type { FormatProblem } from '../recording.ts';
import type { CsvColumn, TableHead } from './table-head.ts';
import { isMissing, type NumberReader } from './number-cells.ts';

const MAX_COLUMNS = 4_096;
/** Smaller tables may be arbitrarily ragged. */
const FREE_CELLS = 2 ** 20;
const FIRST_ROWS = 16;
const MAX_SAME_TEXTS = 10_000;

type ColumnsOptions = {
  readonly number: NumberReader;
  /** A table has no more cells than its text has characters, unless its rows are ragged. */
  readonly maxCells: number;
  readonly byteOffset: (index: number) => number;
};

type GrowingColumn = {
  readonly name: string;
  values: Float64Array;
  readonly texts: string[] | null;
  numbers: number;
  badCells: number;
  firstBad: { readonly row: number; readonly index: number } | null;
};

/** Collects rows into columns of equal length. */
export function createColumns(head: TableHead, options: ColumnsOptions) {
  const problems: FormatProblem[] = [];
  const columns = head.names.slice(0, MAX_COLUMNS).map((name, index): GrowingColumn => ({
    name,
    values: new Float64Array(FIRST_ROWS),
    texts: beginsWithWords(head, index, options.number) ? [] : null,
    numbers: 0,
    badCells: 0,
    firstBad: null,
  }));
  if (head.columnCount > MAX_COLUMNS)
    problems.push({
      code: 'overLimit',
      message: `${head.columnCount} columns exceed the limit of ${MAX_COLUMNS}; further ones omitted`,
      byteOffset: 0,
    });
  const same = new Map<string, string>();
  let rows = 0;

  return {
    add(cells: readonly string[], index: number): void {
      const wide = widthWithin(columns.length, rows + 1, options.maxCells);
      if (wide < columns.length) {
        problems.push({
          code: 'overLimit',
          message: `rows are ragged; columns after the first ${wide} omitted`,
          byteOffset: options.byteOffset(index),
        });
        columns.length = wide;
      }
      for (const [place, column] of columns.entries()) {
        if (rows === column.values.length) column.values = enlarge(column.values);
        addCell(column, cells[place] ?? '', { row: rows, index, number: options.number, same });
      }
      rows++;
    },
    finish: (): {
      readonly columns: readonly CsvColumn[];
      readonly rowCount: number;
      readonly problems: readonly FormatProblem[];
    } => ({
      columns: columns.map(({ name, values, texts }) => ({
        name,
        values: values.slice(0, rows),
        texts,
      })),
      rowCount: rows,
      problems: [...problems, ...columns.flatMap((column) => badCellProblem(column, options))],
    }),
  };
}

function beginsWithWords(head: TableHead, place: number, number: NumberReader): boolean {
  const cells = head.dataRows
    .slice(0, 100)
    .map((row) => row[place] ?? '')
    .filter((cell) => !isMissing(cell));
  return cells.filter((cell) => Number.isNaN(number(cell))).length * 2 > cells.length;
}

const widthWithin = (columns: number, rows: number, maxCells: number): number =>
  columns * rows <= Math.max(maxCells, FREE_CELLS)
    ? columns
    : Math.max(1, Math.floor(Math.max(maxCells, FREE_CELLS) / rows / 2));

function enlarge(values: Float64Array): Float64Array {
  const larger = new Float64Array(2 * values.length);
  larger.set(values);
  return larger;
}

type CellPlace = {
  readonly row: number;
  readonly index: number;
  readonly number: NumberReader;
  readonly same: Map<string, string>;
};

function addCell(
  column: GrowingColumn,
  cell: string,
  { row, index, number, same }: CellPlace,
): void {
  const value = cell === '' ? Number.NaN : number(cell.trim());
  column.values[row] = value;
  column.texts?.push(intern(cell, same));
  if (!Number.isNaN(value)) column.numbers++;
  if (!Number.isNaN(value) || isMissing(cell)) return;
  column.badCells++;
  column.firstBad ??= { row, index };
}

/** Returns the same string for equal cells, to save memory. */
function intern(cell: string, same: Map<string, string>): string {
  const known = same.get(cell);
  if (known !== undefined) return known;
  if (same.size < MAX_SAME_TEXTS) same.set(cell, cell);
  return cell;
}

function badCellProblem(column: GrowingColumn, { byteOffset }: ColumnsOptions): FormatProblem[] {
  // A text column without any number is not a problem.
  if (column.firstBad === null || (column.texts !== null && column.numbers === 0)) return [];
  const message = `column "${column.name}": ${column.badCells} cells are not numbers, the first in data row ${column.firstBad.row + 1}`;
  return [
    {
      code: 'badNumber',
      message,
      byteOffset: byteOffset(column.firstBad.index),
      column: column.name,
    },
  ];
}
