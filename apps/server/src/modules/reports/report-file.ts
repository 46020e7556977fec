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
  type ReportWords,
} from '@yamori/domain';
import { writeCsv, writeXlsx } from '@yamori/formats';
import { drawReport } from './report-paper.ts';

export type ReportFileOrder = {
  readonly report: Report;
  readonly filter: ReportFilter;
  readonly call: ReportFileCall;
};

/** The file of a report: the tables that the screen shows, made by the same function. */
export async function makeReportFile({
  report,
  filter,
  call,
}: ReportFileOrder): Promise<Uint8Array> {
  const words = call.language === 'ja' ? REPORT_WORDS_JA : REPORT_WORDS_EN;
  if (call.format === 'pdf') return drawReport(report, filter, words, call.language);
  const tables = reportTables(report, words);
  const rowsOf = (table: (typeof tables)[number]): ReportCell[][] => [
    table.columns.map(({ head }) => head),
    ...table.rows.map((row) => [...row]),
  ];
  if (call.format === 'xlsx') {
    const sheets = tables.map((table) => ({
      name: table.title,
      widths: table.columns.map((column, index) =>
        widthOf(
          column,
          table.rows.map((row) => row[index] ?? null),
        ),
      ),
      rows: rowsOf(table),
    }));
    return writeXlsx([...sheets, aboutSheet(report, filter, words)]);
  }
  return new TextEncoder().encode(
    writeCsv(tables.filter(({ id }) => id === call.table).flatMap(rowsOf)),
  );
}

/** What the figures are of: a sheet that is passed on has lost the name of its file. */
const aboutSheet = (report: Report, filter: ReportFilter, words: ReportWords) => ({
  name: words.about,
  widths: [20, 80],
  rows: [...reportFacts(report, filter, words).map((fact) => [...fact]), [words.reference]],
});

const [LEAST_WIDTH, MOST_WIDTH] = [8, 40];

/** In characters of half width: of Japanese each is two. */
function widthOf({ head, kind }: ReportColumn, cells: readonly ReportCell[]): number {
  const lengths = [head, ...cells.map((cell) => writeReportCell(kind, cell))].map((text) =>
    Array.from(text).reduce((sum, sign) => sum + ((sign.codePointAt(0) ?? 0) > 0xff ? 2 : 1), 0),
  );
  return Math.min(
    MOST_WIDTH,
    lengths.reduce((most, length) => Math.max(most, length + 2), LEAST_WIDTH),
  );
}
