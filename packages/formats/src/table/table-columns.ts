import type { FormatProblem } from '../recording.ts';
import type { CsvColumn } from './csv-column.ts';
import { isMissing, type NumberReader } from './number-cells.ts';
import type { TableHead } from './table-head.ts';

const MOST_COLUMNS = 4_096;
/** Tables this small may be as ragged as they like. */
const FREE_CELLS = 2 ** 20;
const FIRST_ROWS = 16;
const MOST_SAME_TEXTS = 10_000;

type ColumnsOptions = {
  readonly number: NumberReader;
  /** A table cannot have more cells than its text has characters, unless its rows are ragged. */
  readonly mostCells: number;
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

/** Collects rows into columns of one length. */
export function createColumns(head: TableHead, options: ColumnsOptions) {
  const problems: FormatProblem[] = [];
  const columns = head.names.slice(0, MOST_COLUMNS).map((name, index): GrowingColumn => ({
    name,
    values: new Float64Array(FIRST_ROWS),
    texts: beginsWithWords(head, index, options.number) ? [] : null,
    numbers: 0,
    badCells: 0,
    firstBad: null,
  }));
  if (head.columnCount > MOST_COLUMNS)
    problems.push({
      code: 'overLimit',
      message: `${head.columnCount} columns are over ${MOST_COLUMNS}; the others are left out`,
      byteOffset: 0,
    });
  const same = new Map<string, string>();
  let rows = 0;

  return {
    add(cells: readonly string[], index: number): void {
      const wide = widthWithin(columns.length, rows + 1, options.mostCells);
      if (wide < columns.length) {
        problems.push({
          code: 'overLimit',
          message: `the rows are ragged; columns behind the first ${wide} are left out`,
          byteOffset: options.byteOffset(index),
        });
        columns.length = wide;
      }
      for (const [place, column] of columns.entries()) {
        if (rows === column.values.length) column.values = grown(column.values);
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

const widthWithin = (columns: number, rows: number, mostCells: number): number =>
  columns * rows <= Math.max(mostCells, FREE_CELLS)
    ? columns
    : Math.max(1, Math.floor(Math.max(mostCells, FREE_CELLS) / rows / 2));

function grown(values: Float64Array): Float64Array {
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
  column.texts?.push(kept(cell, same));
  if (!Number.isNaN(value)) column.numbers++;
  if (!Number.isNaN(value) || isMissing(cell)) return;
  column.badCells++;
  column.firstBad ??= { row, index };
}

/** One string for equal cells: a label that stands in a million rows is kept once. */
function kept(cell: string, same: Map<string, string>): string {
  const known = same.get(cell);
  if (known !== undefined) return known;
  if (same.size < MOST_SAME_TEXTS) same.set(cell, cell);
  return cell;
}

function badCellProblem(column: GrowingColumn, { byteOffset }: ColumnsOptions): FormatProblem[] {
  // A column of nothing but words is one.
  if (column.firstBad === null || (column.texts !== null && column.numbers === 0)) return [];
  const message = `column "${column.name}": ${column.badCells} cells are no numbers, the first in data row ${column.firstBad.row + 1}`;
  return [
    {
      code: 'badNumber',
      message,
      byteOffset: byteOffset(column.firstBad.index),
      column: column.name,
    },
  ];
}
