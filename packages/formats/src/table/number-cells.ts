/** Parses the number in a cell of a table. */
export type NumberReader = (cell: string) => number;

const DECIMAL_COMMA = /^[-+]?\d+,\d+$/;
const DECIMAL_POINT = /^[-+]?\d*\.\d+$/;

/** Parses decimal points, or decimal commas if some cells have commas and none has a point. */
export function numberReader(cells: readonly string[]): NumberReader {
  const hasComma =
    cells.some((cell) => DECIMAL_COMMA.test(cell)) &&
    !cells.some((cell) => DECIMAL_POINT.test(cell));
  if (!hasComma) return toNumber;
  return (cell) =>
    toNumber(
      (/^[-+]?\d{1,3}(\.\d{3})+,\d+$/.test(cell) ? cell.replaceAll('.', '') : cell).replace(
        ',',
        '.',
      ),
    );
}

/** NaN for text that is not a number, and for numbers beyond float32. */
function toNumber(cell: string): number {
  const value = /^[-+]?(\d|\.\d)[\d.]*([eE][-+]?\d+)?$/.test(cell) ? Number(cell) : Number.NaN;
  return Number.isFinite(Math.fround(value)) ? value : Number.NaN;
}

/** Cells without a value, in the languages of the supported devices. */
export const isMissing = (cell: string): boolean =>
  cell === '' || /^(nan|na|n\/a|null|kz)$/i.test(cell);
