import { type CsvCell, writeCsv } from '@yamori/formats';

const encoder = new TextEncoder();

/** Approximate size of a chunk of text. */
const PIECE_CHARACTERS = 128 * 1024;

/**
 * Encodes a head of names, then rows as they arrive. Names are escaped against formulas (T26); the
 * caller escapes the rows.
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

/** Number of decimals that distinguish all digital values of a scale. */
export const countDigits = (scale: number): number =>
  Math.max(0, Math.min(12, Math.ceil(-Math.log10(Math.abs(scale))) + 2));

/** Formats a number with at most `digits` decimals, without trailing zeros. */
export const numberText = (value: number, digits: number): string => {
  const text = value.toFixed(digits);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
};
