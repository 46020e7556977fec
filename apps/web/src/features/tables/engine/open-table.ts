import { plainNumber, type DecimalSign } from '@yamori/domain';
import { readTextRows, type TextRows } from '@yamori/formats';
import type { FileFault, OpenedTable, Reading } from './csv-message.ts';

const MAX_FILE_BYTES = 64 * 1024 * 1024;
const MAX_ROWS = 200_000;
const MAX_COLUMNS = 200;
const PREVIEW_ROWS = 30;
const LOOKED_AT = 200;

type ReadTable = { readonly opened: OpenedTable; readonly text: TextRows };

/** Reads a file's rows and detects its format. A problem has its line and byte. */
export async function openTable(file: Blob, { encoding, delimiter }: Reading): Promise<ReadTable> {
  if (file.size > MAX_FILE_BYTES)
    return refusedTable({ kind: 'tooLarge', line: 0, byte: MAX_FILE_BYTES });
  const bytes = await readBytes(file);
  if (bytes === null) return refusedTable({ kind: 'unreadable', line: 0, byte: 0 });
  const text = readTextRows(bytes, {
    maxRows: MAX_ROWS + PREVIEW_ROWS,
    maxColumns: MAX_COLUMNS,
    ...(encoding === null ? {} : { encoding }),
    ...(delimiter === null ? {} : { delimiter }),
  });
  const headerRows = countHeaderRows(text.rows);
  return {
    text,
    opened: {
      fault: findFault(text, headerRows),
      mixedLineEnds: text.problems.find(({ code }) => code === 'mixedLineEnds')?.line ?? null,
      encoding: text.encoding,
      marked: text.markBytes > 0,
      delimiter: text.delimiter,
      decimal: detectDecimal(text),
      headerRows,
      rowCount: text.rows.length,
      columnCount: text.rows
        .slice(0, LOOKED_AT)
        .reduce((most, row) => Math.max(most, row.length), 0),
      preview: text.rows.slice(0, PREVIEW_ROWS),
      previewLines: text.lines.slice(0, PREVIEW_ROWS),
    },
  };
}

/** Null if the file is gone or may no longer be read. */
async function readBytes(file: Blob): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return null;
  }
}

function findFault({ rows, problems }: TextRows, headerRows: number): FileFault | null {
  const place = (kind: FileFault['kind'], code: string): FileFault[] =>
    problems.flatMap(({ code: found, line, byteOffset: byte, cell }) =>
      found === code ? [{ kind, line, byte, ...(cell === undefined ? {} : { cell }) }] : [],
    );
  const overLimit = problems.find(({ code }) => code === 'overLimit');
  const [fault] = [
    ...place('encoding', 'badEncoding'),
    ...place('nul', 'nulByte'),
    ...place('openQuote', 'unclosedQuote'),
    ...place(overLimit === undefined ? 'tooManyRows' : toExcessFault(overLimit), 'overLimit'),
  ];
  if (fault !== undefined) return fault;
  if (rows.length === 0) return { kind: 'empty', line: 1, byte: 0 };
  return rows.length <= headerRows ? { kind: 'headerOnly', line: rows.length, byte: 0 } : null;
}

function toExcessFault({ cell, message }: TextRows['problems'][number]): FileFault['kind'] {
  if (cell !== undefined) return 'cellTooLarge';
  return message.includes('columns') ? 'tooManyColumns' : 'tooManyRows';
}

/**
 * The first row is a header if it has no number and other rows do, or if the table has only text.
 */
function countHeaderRows(rows: readonly (readonly string[])[]): number {
  const [first = []] = rows;
  return first.some(
    (cell) => /^[+-]?\d+([.,]\d+)?$/.test(cell) || /^\d{4}[-/]\d/.test(cell) || cell.includes('@'),
  )
    ? 0
    : 1;
}

/** A comma within numbers, if it is neither the delimiter nor a thousands separator. */
function detectDecimal({ rows, delimiter }: TextRows): DecimalSign {
  if (delimiter === ',') return 'point';
  const cells = rows
    .slice(0, LOOKED_AT)
    .flat()
    .filter((cell) => /^[+-]?\d+[.,]\d+$/.test(cell));
  const commas = cells.filter((cell) => cell.includes(',') && !/^[+-]?\d{1,3},\d{3}$/.test(cell));
  return commas.length > cells.length / 2 && plainNumber(commas[0] ?? '', 'comma') !== commas[0]
    ? 'comma'
    : 'point';
}

const refusedTable = (fault: FileFault): ReadTable => ({
  text: { rows: [], lines: [], encoding: 'utf-8', markBytes: 0, delimiter: ',', problems: [] },
  opened: {
    fault,
    mixedLineEnds: null,
    encoding: 'utf-8',
    marked: false,
    delimiter: ',',
    decimal: 'point',
    headerRows: 1,
    rowCount: 0,
    columnCount: 0,
    preview: [],
    previewLines: [],
  },
});
