import { bundleFiles } from '../archive/bundle-files.ts';
import { type CsvCell, isRiskyText } from './csv-writer.ts';

/** Widths are in characters. The first row is the header: bold, and frozen while scrolling. */
export type XlsxSheet = {
  readonly name: string;
  readonly widths: readonly number[];
  readonly rows: readonly (readonly CsvCell[])[];
};

/** Maximum length of a cell (a limit of spreadsheets; ECMA-376 has none). */
const MAX_CHARACTERS = 32_767;
const MAX_SHEET_NAME = 31;
const STYLE = { plain: 0, head: 1, asText: 2, headAsText: 3 } as const;
const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/**
 * Writes tables as an uncompressed workbook (ECMA-376, SpreadsheetML); equal sheets give equal
 * bytes. Text cells are never evaluated. Text that looks like a formula is also marked as text (a
 * spreadsheet's apostrophe), in case it is edited or saved as CSV. Numbers stay numbers; values
 * that are not finite are empty cells.
 */
export function writeXlsx(sheets: readonly XlsxSheet[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const files: Readonly<Record<string, string>> = {
    '[Content_Types].xml': contentTypes(sheets.length),
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': workbook(sheetNames(sheets)),
    'xl/styles.xml': STYLES,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map(
        (_, index) => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`] as const,
      ),
      [`rId${sheets.length + 1}`, 'styles', 'styles.xml'],
    ]),
    ...Object.fromEntries(
      sheets.map((sheet, index) => [`xl/worksheets/sheet${index + 1}.xml`, worksheet(sheet)]),
    ),
  };
  return bundleFiles(
    Object.entries(files).map(([name, text]) => ({ name, bytes: encoder.encode(HEAD + text) })),
  );
}

function worksheet({ widths, rows }: XlsxSheet): string {
  const cols =
    widths.length === 0
      ? ''
      : `<cols>${widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`;
  const pane =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  const lines = rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((cell, column) => writtenCell(cell, `${columnName(column)}${row + 1}`, row === 0)).join('')}</row>`,
  );
  return `<worksheet xmlns="${SPREADSHEET}">${pane}${cols}<sheetData>${lines.join('')}</sheetData></worksheet>`;
}

const HEAD_STYLES = { plain: STYLE.head, risky: STYLE.headAsText };
const BODY_STYLES = { plain: STYLE.plain, risky: STYLE.asText };

function writtenCell(cell: CsvCell, place: string, isHead: boolean): string {
  if (cell === null || (typeof cell === 'number' && !Number.isFinite(cell))) return '';
  if (typeof cell === 'number')
    return `<c r="${place}" s="${isHead ? STYLE.head : STYLE.plain}"><v>${cell}</v></c>`;
  const { plain, risky } = isHead ? HEAD_STYLES : BODY_STYLES;
  const style = isRiskyText(cell) ? risky : plain;
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell.slice(0, MAX_CHARACTERS))}</t></is></c>`;
}

/** A, B … Z, AA … */
const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) +
  String.fromCharCode(65 + (index % 26));

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/**
 * Escapes characters that XML cannot contain as `_xHHHH_`, which spreadsheets decode (ECMA-376
 * 22.9.2.19), and text that already looks like that.
 */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(
      // oxlint-disable-next-line no-control-regex -- control characters are what must be escaped
      /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** Sheet names that are not empty, unique, and free of forbidden characters. */
function sheetNames(sheets: readonly XlsxSheet[]): string[] {
  const names: string[] = [];
  for (const [index, { name }] of sheets.entries()) {
    const plain =
      name
        .replaceAll(/[\\/?*[\]:'\p{Cc}]/gu, ' ')
        .trim()
        .slice(0, MAX_SHEET_NAME) || String(index + 1);
    names.push(
      names.some((other) => other.toLowerCase() === plain.toLowerCase())
        ? `${plain.slice(0, MAX_SHEET_NAME - 4)} ${index + 1}`
        : plain,
    );
  }
  return names;
}

const workbook = (names: readonly string[]): string =>
  `<workbook xmlns="${SPREADSHEET}" xmlns:r="${RELATIONS}"><sheets>${names.map((name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`;

const relations = (all: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${all.map(([id, type, target]) => `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const contentTypes = (sheetCount: number): string =>
  [
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`,
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>`,
    ...Array.from(
      { length: sheetCount },
      (_, index) =>
        `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
    ),
    '</Types>',
  ].join('');

/** In the order of STYLE. */
const STYLES = [
  `<styleSheet xmlns="${SPREADSHEET}"><fonts count="2"><font><sz val="11"/><name val="Yu Gothic"/></font><font><b/><sz val="11"/><name val="Yu Gothic"/></font></fonts>`,
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1" applyFont="1"/></cellXfs>',
  '</styleSheet>',
].join('');
