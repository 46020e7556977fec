export type CsvCell = string | number | null;

export type CsvWriteOptions = {
  readonly delimiter?: ',' | ';' | '\t';
  /** Without a byte order mark, spreadsheets read UTF-8 in the system's code page. */
  readonly byteOrderMark?: boolean;
};

/**
 * Characters that start a formula in a spreadsheet, including full-width forms, which some programs
 * convert first; and the apostrophe, so that the guard can be removed unambiguously.
 */
const RISKY_START = /^[\s\0]*[=+\-@\t\r＝＋－＠']/;
const GUARDED = /^'(?=[\s\0]*[=+\-@\t\r＝＋－＠'])/;

/**
 * Writes a table for spreadsheets and programs: UTF-8, CR LF, cells quoted where necessary. Text
 * that looks like a formula gets a leading apostrophe, which makes a spreadsheet show it as text;
 * numbers stay numbers. `unguardedCell` restores the text.
 */
export function writeCsv(
  rows: readonly (readonly CsvCell[])[],
  options: CsvWriteOptions = {},
): string {
  const delimiter = options.delimiter ?? ',';
  // An empty line would not be a row.
  const lines = rows.map(
    (row) => `${row.map((cell) => formatCell(cell, delimiter)).join(delimiter) || '""'}\r\n`,
  );
  return `${options.byteOrderMark === false ? '' : '\uFEFF'}${lines.join('')}`;
}

/** Whether a spreadsheet could interpret the text as a formula. */
export const isRiskyText = (text: string): boolean => RISKY_START.test(text);

/** Restores the text of a cell written by `writeCsv`. */
export const unguardedCell = (cell: string): string => cell.replace(GUARDED, '');

function formatCell(cell: CsvCell, delimiter: string): string {
  if (cell === null || (typeof cell === 'number' && !Number.isFinite(cell))) return '';
  if (typeof cell === 'number')
    return delimiter === ';' ? String(cell).replace('.', ',') : String(cell);
  const guarded = isRiskyText(cell) ? `'${cell}` : cell;
  const needsQuotes = guarded !== guarded.trim() || /[",;|\t\r\n\0]/.test(guarded);
  return needsQuotes ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
