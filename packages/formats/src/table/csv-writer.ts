export type CsvCell = string | number | null;

export type CsvWriteOptions = {
  readonly delimiter?: ',' | ';' | '\t';
  /** Without its mark a spreadsheet takes UTF-8 for the system's own code page. */
  readonly byteOrderMark?: boolean;
};

/**
 * Characters with which a spreadsheet begins a formula, also in their full-width forms, which some
 * turn into the narrow ones first; and the apostrophe itself, so that taking the guard off is never
 * in doubt.
 */
const RISKY_START = /^[\s\0]*[=+\-@\t\r＝＋－＠']/;
const GUARDED = /^'(?=[\s\0]*[=+\-@\t\r＝＋－＠'])/;

/**
 * Writes a table for spreadsheets and for programs: UTF-8, CR LF, cells quoted where they must be.
 * Text that a spreadsheet would take for a formula gets an apostrophe in front, with which it is
 * shown as text; numbers are numbers. `unguardedCell` gives the text back.
 */
export function writeCsv(
  rows: readonly (readonly CsvCell[])[],
  options: CsvWriteOptions = {},
): string {
  const delimiter = options.delimiter ?? ',';
  // A line with nothing in it would be no row.
  const lines = rows.map(
    (row) => `${row.map((cell) => written(cell, delimiter)).join(delimiter) || '""'}\r\n`,
  );
  return `${options.byteOrderMark === false ? '' : '\uFEFF'}${lines.join('')}`;
}

/** Whether a spreadsheet could take text for a formula. */
export const isRiskyText = (text: string): boolean => RISKY_START.test(text);

/** A cell of `writeCsv` as it was before. */
export const unguardedCell = (cell: string): string => cell.replace(GUARDED, '');

function written(cell: CsvCell, delimiter: string): string {
  if (cell === null || (typeof cell === 'number' && !Number.isFinite(cell))) return '';
  if (typeof cell === 'number')
    return delimiter === ';' ? String(cell).replace('.', ',') : String(cell);
  const guarded = isRiskyText(cell) ? `'${cell}` : cell;
  const needsQuotes = guarded !== guarded.trim() || /[",;|\t\r\n\0]/.test(guarded);
  return needsQuotes ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
