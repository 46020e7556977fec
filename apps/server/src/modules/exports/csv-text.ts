import { type CsvCell, writeCsv } from '@yamori/formats';

const encoder = new TextEncoder();

/** Text leaves in pieces of about this size. */
const PIECE_CHARACTERS = 128 * 1024;

/**
 * A line of names, then rows as they come. Names are guarded against spreadsheets (T26), rows by
 * whoever writes them.
 */
export async function* csvBytes(
  names: readonly string[],
  rows: AsyncIterable<string>,
): AsyncGenerator<Uint8Array> {
  let text = writeCsv([names]);
  for await (const row of rows) {
    text += row;
    if (text.length < PIECE_CHARACTERS) continue;
    yield encoder.encode(text);
    text = '';
  }
  yield encoder.encode(text);
}

export const csvRow = (cells: readonly CsvCell[]): string =>
  writeCsv([cells], { byteOrderMark: false });

/** Digits behind the point in which every digital value of a scale has a text of its own. */
export const digitsOf = (scale: number): number =>
  Math.max(0, Math.min(12, Math.ceil(-Math.log10(Math.abs(scale))) + 2));

/** A number with so many digits at most, and without zeros at its end. */
export const numberText = (value: number, digits: number): string => {
  const text = value.toFixed(digits);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
};
