import { brokenLines, evenLines, neededWidth, type WidthOf } from './paper-lines.ts';

/** A cell: its words, smaller ones below them, and what is drawn below those, as high as said. */
export type PaperCell = {
  readonly words: string;
  readonly below?: string | undefined;
  readonly drawn?:
    | { readonly height: number; readonly draw: (x: number, y: number) => void }
    | undefined;
};
export type PaperColumn = {
  readonly head: string;
  /** Share of the table's width; of what others leave, where columns are fitted. */
  readonly share: number;
  readonly align?: 'left' | 'right' | 'center';
  /**
   * At least as wide as its words need; a head's phrases stay whole as far as they are no wider
   * than so many ems.
   */
  readonly fitted?: { readonly mostEms: number } | undefined;
  /** At least so wide. */
  readonly least?: number;
};
/** Where a text stands: from the left edge of the paper, as wide as said. */
export type Place = { readonly x: number; readonly width: number };
export type PaperTable = Place & {
  readonly columns: readonly PaperColumn[];
  readonly rows: readonly (readonly (string | PaperCell)[])[];
  readonly size?: number;
};

/** Free on either side of a cell's words, and above and below them. */
export const CELL = { x: 3, y: 4 } as const;

/** A row ready to be drawn: what stands on each line of each cell. */
export type TableRow = {
  readonly cells: readonly {
    readonly lines: readonly string[];
    /** From which line on they are small. */
    readonly below: number;
    readonly drawn: PaperCell['drawn'];
  }[];
  readonly lineCount: number;
};

const cellOf = (cell: string | PaperCell): PaperCell =>
  typeof cell === 'string' ? { words: cell } : cell;

/** How wide each column is. @param headWidthOf of a head's words, which are bold */
export function columnWidths(
  { width, columns, rows, size = 8.5 }: PaperTable,
  widthOf: WidthOf,
  headWidthOf: WidthOf,
): readonly number[] {
  const least = columns.map(({ head, fitted, least: own = 0 }, index) => {
    if (fitted === undefined) return own;
    const known = new Set(
      rows.flatMap((row) => {
        const { words, below = '' } = cellOf(row[index] ?? '');
        return [...words.split('\n'), ...below.split('\n')];
      }),
    );
    const words = Math.max(
      neededWidth(head, fitted.mostEms * size, headWidthOf),
      ...Array.from(known, widthOf),
    );
    return Math.max(own, words + 2 * CELL.x + 0.5);
  });
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const left = width - least.reduce((sum, one) => sum + one, 0);
  // Where even the least is too much, all give way alike.
  if (left < 0) return least.map((one) => (one * width) / (width - left));
  return columns.map(({ share }, index) => (least[index] ?? 0) + (left * share) / shares);
}

/** The lines of a row's cells. */
export function rowOf(
  cells: readonly (string | PaperCell)[],
  widths: readonly number[],
  widthOf: WidthOf,
  isHead: boolean,
): TableRow {
  const lines = cells.map((cell, index) => {
    const { words, below, drawn } = cellOf(cell);
    const inside = Math.max(1, (widths[index] ?? 0) - 2 * CELL.x);
    const first = (isHead ? evenLines : brokenLines)(words, inside, widthOf);
    return {
      lines:
        below === undefined || below === ''
          ? first
          : [...first, ...brokenLines(below, inside, widthOf)],
      below: first.length,
      drawn,
    };
  });
  return { cells: lines, lineCount: Math.max(...lines.map((cell) => cell.lines.length)) };
}

/** A row in parts of so many lines at most: one that is higher than a page is torn, no other. */
export function partsOfRow(row: TableRow, most: number): readonly TableRow[] {
  if (row.lineCount <= most) return [row];
  return Array.from({ length: Math.ceil(row.lineCount / most) }, (_, part) => ({
    lineCount: Math.min(most, row.lineCount - part * most),
    cells: row.cells.map(({ lines, below, drawn }) => ({
      lines: lines.slice(part * most, (part + 1) * most),
      below: below - part * most,
      drawn: part === 0 ? drawn : undefined,
    })),
  }));
}
