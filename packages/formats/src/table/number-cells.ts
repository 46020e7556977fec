/** How the numbers of a table are written. */
export type NumberReader = (cell: string) => number;

const DECIMAL_COMMA = /^[-+]?\d+,\d+$/;
const DECIMAL_POINT = /^[-+]?\d*\.\d+$/;

/** Reads numbers with a point, or with a comma where the cells have commas and none has a point. */
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

/** NaN for what is no number, and for numbers that no float32 can hold. */
function toNumber(cell: string): number {
  const value = /^[-+]?(\d|\.\d)[\d.]*([eE][-+]?\d+)?$/.test(cell) ? Number(cell) : Number.NaN;
  return Number.isFinite(Math.fround(value)) ? value : Number.NaN;
}

/** Cells that say that there is no value, in the languages of the devices we read. */
export const isMissing = (cell: string): boolean =>
  cell === '' || /^(nan|na|n\/a|null|kz)$/i.test(cell);
