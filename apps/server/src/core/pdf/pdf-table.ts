import { brokenLines, evenLines, neededWidth, type MeasureWidth } from './text-lines.ts';

/** A cell: text, smaller text below it, and a drawing of the given height below both. */
export type PdfCell = {
  readonly words: string;
  readonly below?: string | undefined;
  readonly drawn?:
    | { readonly height: number; readonly draw: (x: number, y: number) => void }
    | undefined;
};
export type PdfColumn = {
  readonly head: string;
  /** Share of the table's width; with fitted columns, of the remaining width. */
  readonly share: number;
  readonly align?: 'left' | 'right' | 'center';
  /**
   * Makes the column at least as wide as its text. Phrases of the heading stay whole up to this
   * many ems.
   */
  readonly fitted?: { readonly maxEms: number } | undefined;
  /** Minimum width, in points. */
  readonly least?: number;
};
/** Horizontal position: `x` from the left edge of the page, and the width, in points. */
export type Place = { readonly x: number; readonly width: number };
export type PdfTable = Place & {
  readonly columns: readonly PdfColumn[];
  readonly rows: readonly (readonly (string | PdfCell)[])[];
  readonly size?: number;
};

/** Padding of a cell, in points. */
export const CELL = { x: 3, y: 4 } as const;

/** A row laid out in lines. */
export type TableRow = {
  readonly cells: readonly {
    readonly lines: readonly string[];
    /** Index of the first line of smaller text. */
    readonly below: number;
    readonly drawn: PdfCell['drawn'];
  }[];
  readonly lineCount: number;
};

const toCell = (cell: string | PdfCell): PdfCell =>
  typeof cell === 'string' ? { words: cell } : cell;

/** Widths of the columns, in points. `measureHeadWidth` measures headings, which are bold. */
export function columnWidths(
  { width, columns, rows, size = 8.5 }: PdfTable,
  measureWidth: MeasureWidth,
  measureHeadWidth: MeasureWidth,
): readonly number[] {
  const least = columns.map(({ head, fitted, least: own = 0 }, index) => {
    if (fitted === undefined) return own;
    const known = new Set(
      rows.flatMap((row) => {
        const { words, below = '' } = toCell(row[index] ?? '');
        return [...words.split('\n'), ...below.split('\n')];
      }),
    );
    const words = Math.max(
      neededWidth(head, fitted.maxEms * size, measureHeadWidth),
      ...Array.from(known, measureWidth),
    );
    return Math.max(own, words + 2 * CELL.x + 0.5);
  });
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const left = width - least.reduce((sum, one) => sum + one, 0);
  // If even the minimum widths are too wide, all columns shrink proportionally.
  if (left < 0) return least.map((one) => (one * width) / (width - left));
  return columns.map(({ share }, index) => (least[index] ?? 0) + (left * share) / shares);
}

/** Lays out the cells of a row. */
export function layOutRow(
  cells: readonly (string | PdfCell)[],
  widths: readonly number[],
  measureWidth: MeasureWidth,
  isHead: boolean,
): TableRow {
  const lines = cells.map((cell, index) => {
    const { words, below, drawn } = toCell(cell);
    const inside = Math.max(1, (widths[index] ?? 0) - 2 * CELL.x);
    const first = (isHead ? evenLines : brokenLines)(words, inside, measureWidth);
    return {
      lines:
        below === undefined || below === ''
          ? first
          : [...first, ...brokenLines(below, inside, measureWidth)],
      below: first.length,
      drawn,
    };
  });
  return { cells: lines, lineCount: Math.max(...lines.map((cell) => cell.lines.length)) };
}

/** Splits a row that is higher than a page into parts of at most `maxLines` lines. */
export function splitRow(row: TableRow, maxLines: number): readonly TableRow[] {
  if (row.lineCount <= maxLines) return [row];
  return Array.from({ length: Math.ceil(row.lineCount / maxLines) }, (_, part) => ({
    lineCount: Math.min(maxLines, row.lineCount - part * maxLines),
    cells: row.cells.map(({ lines, below, drawn }) => ({
      lines: lines.slice(part * maxLines, (part + 1) * maxLines),
      below: below - part * maxLines,
      drawn: part === 0 ? drawn : undefined,
    })),
  }));
}
