import {
  REPORT_WORDS_EN,
  REPORT_WORDS_JA,
  reportFacts,
  reportTables,
  writeReportCell,
  type Report,
  type ReportCell,
  type ReportColumn,
  type ReportFileCall,
  type ReportFilter,
  type ReportTexts,
} from '@yamori/domain';
import { writeCsv, writeXlsx } from '@yamori/formats';

export type ReportFileOrder = {
  readonly report: Report;
  readonly filter: ReportFilter;
  readonly call: ReportFileCall;
};

export const getReportTexts = (language: ReportFileCall['language']): ReportTexts =>
  language === 'ja' ? REPORT_WORDS_JA : REPORT_WORDS_EN;

/** Makes a workbook or one table of a report from the same tables that the screen shows. */
export async function makeTableFile(
  { report, filter, call }: ReportFileOrder,
  format: Exclude<ReportFileCall['format'], 'pdf'>,
): Promise<Uint8Array> {
  const words = getReportTexts(call.language);
  const tables = reportTables(report, words);
  const toRows = (table: (typeof tables)[number]): ReportCell[][] => [
    table.columns.map(({ head }) => head),
    ...table.rows.map((row) => [...row]),
  ];
  if (format === 'xlsx') {
    const sheets = tables.map((table) => ({
      name: table.title,
      widths: table.columns.map((column, index) =>
        getWidth(
          column,
          table.rows.map((row) => row[index] ?? null),
        ),
      ),
      rows: toRows(table),
    }));
    return writeXlsx([...sheets, aboutSheet(report, filter, words)]);
  }
  return new TextEncoder().encode(
    writeCsv(tables.filter(({ id }) => id === call.table).flatMap(toRows)),
  );
}

/** Sheet with the filter and period, because a forwarded workbook may lose its file name. */
const aboutSheet = (report: Report, filter: ReportFilter, words: ReportTexts) => ({
  name: words.about,
  widths: [20, 80],
  rows: [...reportFacts(report, filter, words).map((fact) => [...fact]), [words.reference]],
});

/** In half-width characters. */
const MIN_WIDTH = 8;
const MAX_WIDTH = 40;

/** Column width in half-width characters; a Japanese character counts as two. */
function getWidth({ head, kind }: ReportColumn, cells: readonly ReportCell[]): number {
  const lengths = [head, ...cells.map((cell) => writeReportCell(kind, cell))].map((text) =>
    Array.from(text).reduce(
      (sum, character) => sum + ((character.codePointAt(0) ?? 0) > 0xff ? 2 : 1),
      0,
    ),
  );
  return Math.min(
    MAX_WIDTH,
    lengths.reduce((most, length) => Math.max(most, length + 2), MIN_WIDTH),
  );
}
