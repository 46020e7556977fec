import { encodeTextAs, writeCsv, type TextRows } from '@yamori/formats';
import type { Reason, WrittenTable } from './csv-message.ts';

const DELIMITERS = [',', ';', '\t'] as const;

/**
 * Writes rows unchanged with the reason in an extra column, in the file's own encoding if it has
 * every character.
 */
export function writeRefused(
  { rows, lines, delimiter, encoding, markBytes }: TextRows,
  headerRows: number,
  reasonName: string,
  reasons: readonly Reason[],
): WrittenTable {
  const words = new Map(reasons.map((reason) => [reason.line, reason.words]));
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const filled = (row: readonly string[]): string[] =>
    Array.from({ length: width }, (_, index) => row[index] ?? '');
  const head = rows
    .slice(0, headerRows)
    .map((row, index) => [...filled(row), index === headerRows - 1 ? reasonName : '']);
  const body = rows.flatMap((row, index) => {
    const reason = index < headerRows ? undefined : words.get(lines[index] ?? 0);
    return reason === undefined ? [] : [[...filled(row), reason]];
  });
  return encodeTable(
    [...head, ...body],
    DELIMITERS.find((candidate) => candidate === delimiter) ?? ',',
    encoding,
    markBytes > 0,
  );
}

/** `writeCsv` guards text that a spreadsheet would run as a formula. */
export function encodeTable(
  table: readonly (readonly string[])[],
  delimiter: (typeof DELIMITERS)[number],
  encoding: TextRows['encoding'],
  mark: boolean,
): WrittenTable {
  const text = writeCsv(table, { delimiter, byteOrderMark: false });
  const own = encodeTextAs(text, encoding, mark);
  return own === null
    ? { bytes: encodeTextAs(text, 'utf-8', true) ?? new Uint8Array(0), ownEncoding: false }
    : { bytes: own, ownEncoding: true };
}
