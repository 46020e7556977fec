import { decodeText } from '../byte-text.ts';
import type { FormatProblem } from '../recording.ts';

/** Columns of numbers with their names. */
export type CsvTable = {
  readonly columns: readonly CsvColumn[];
  readonly rowCount: number;
  /** Lines in front of the table that begin with `#`, without it. */
  readonly comments: readonly string[];
  readonly delimiter: string;
  readonly problems: readonly FormatProblem[];
};

/** An empty or unreadable cell is NaN. */
export type CsvColumn = { readonly name: string; readonly values: Float64Array };

const DELIMITERS = [',', ';', '\t'];
const LINES_LOOKED_AT = 20;

/**
 * Reads a table of numbers. The delimiter (comma, semicolon, tab, else spaces), a byte order mark,
 * the encoding (UTF-8, else CP932) and whether there is a header line are found out; a comma is the
 * decimal point where a semicolon or tab divides cells. Names are trimmed; columns without one are called
 * `column 1`, `column 2` … Every row that has no number where a number is due is a problem once a column.
 */
export function parseCsvTable(input: Uint8Array | string): CsvTable {
  const text = (typeof input === 'string' ? input : decodeText(input, 'shift_jis')).replace(/^\uFEFF/, '');
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const commentCount = lines.findIndex((line) => !line.startsWith('#'));
  const comments = lines.slice(0, commentCount < 0 ? lines.length : commentCount).map((line) => line.replace(/^#\s*/, ''));
  const rows = commentCount < 0 ? [] : lines.slice(commentCount);
  const delimiter = findDelimiter(rows);
  const decimalComma = delimiter !== ',' && rows.slice(0, LINES_LOOKED_AT).some((line) => /(^|[;\t ])-?\d+,\d+([;\t ]|$)/.test(line));
  const number = (cell: string): number => toNumber(decimalComma ? cell.replace(',', '.') : cell);
  const first = splitLine(rows[0] ?? '', delimiter);
  const hasHeader = first.some((cell) => cell !== '' && Number.isNaN(number(cell)));
  const dataRows = hasHeader ? rows.slice(1) : rows;
  const columns = first.map((name, index) => ({ name: hasHeader && name !== '' ? name : `column ${index + 1}`, values: new Float64Array(dataRows.length) }));
  const problems = fillColumns(columns, dataRows, delimiter, number);
  if (columns.length === 0 || dataRows.length === 0) problems.push({ code: 'noSignals', message: 'the table has no rows', byteOffset: 0 });
  return { columns, rowCount: dataRows.length, comments, delimiter, problems };
}

function fillColumns(columns: readonly CsvColumn[], rows: readonly string[], delimiter: string, number: (cell: string) => number): FormatProblem[] {
  const badRows = new Map<CsvColumn, { first: number; count: number }>();
  for (const [row, line] of rows.entries()) {
    const cells = splitLine(line, delimiter);
    for (const [index, column] of columns.entries()) {
      const cell = cells[index] ?? '';
      const value = cell === '' ? Number.NaN : number(cell);
      column.values[row] = value;
      if (cell === '' || !Number.isNaN(value) || /^nan$/i.test(cell)) continue;
      const bad = badRows.get(column);
      if (bad === undefined) badRows.set(column, { first: row, count: 1 });
      else bad.count++;
    }
  }
  return [...badRows].map(([column, bad]) => ({
    code: 'badNumber',
    message: `column "${column.name}": ${bad.count} cells are no numbers, the first in data row ${bad.first + 1}`,
    byteOffset: 0,
  }));
}

function findDelimiter(rows: readonly string[]): string {
  const looked = rows.slice(0, LINES_LOOKED_AT);
  // The usual count, not the least: a single row that is cut short says nothing about the table.
  const score = (delimiter: string): number => looked.map((line) => line.split(delimiter).length - 1).toSorted((a, b) => a - b)[(looked.length - 1) >> 1] ?? 0;
  const [best] = DELIMITERS.map((delimiter) => ({ delimiter, count: looked.length === 0 ? 0 : score(delimiter) })).toSorted((a, b) => b.count - a.count);
  // A semicolon or tab beside commas is the delimiter: the commas are decimal points.
  for (const delimiter of [';', '\t']) if (looked.length > 0 && score(delimiter) > 0) return delimiter;
  return best === undefined || best.count === 0 ? ' ' : best.delimiter;
}

function splitLine(line: string, delimiter: string): string[] {
  if (delimiter === ' ') return line.trim().split(/\s+/);
  if (!line.includes('"')) return line.split(delimiter).map((cell) => cell.trim());
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (const char of line) {
    if (char === '"') quoted = !quoted;
    else if (char === delimiter && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += char;
  }
  return [...cells, cell.trim()];
}

/** NaN for what is no number, and for numbers that no float32 can hold. */
function toNumber(cell: string): number {
  const value = /^[-+]?(\d|\.\d)[\d.]*([eE][-+]?\d+)?$/.test(cell) ? Number(cell) : Number.NaN;
  return Number.isFinite(Math.fround(value)) ? value : Number.NaN;
}
