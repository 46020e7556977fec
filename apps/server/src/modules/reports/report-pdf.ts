import {
  reportFacts,
  reportTables,
  roomCourses,
  showReportCell,
  SPARK_MIN_SPANS,
  sparkShape,
  writeReportCell,
  writeReportChange,
  type Report,
  type ReportCell,
  type ReportCourse,
  type ReportFilter,
  type ReportTable,
  type ReportTexts,
} from '@yamori/domain';
import { readPdfFonts } from '../../core/pdf/pdf-fonts.ts';
import {
  createPdfDocument,
  PAGE,
  type PdfDocument,
  type PdfCell,
  type PdfColumn,
} from '../../core/pdf/pdf-document.ts';
import { drawTiles } from './summary-cards.ts';

const LABEL = { x: PAGE.margin, width: 86 } as const;
const VALUE = { x: PAGE.margin + 92, width: PAGE.width - 2 * PAGE.margin - 92 } as const;

/**
 * Draws a report on A4: its filter and period, the summary of all rooms, then each table. The
 * change from the period before appears below a figure.
 */
export async function drawReport(
  report: Report,
  filter: ReportFilter,
  words: ReportTexts,
  language: 'ja' | 'en',
): Promise<Uint8Array> {
  const span = words.span(report.period.from, report.period.to);
  const pdf = createPdfDocument({
    title: `${words.title} ${report.domainName} ${span}`,
    author: report.domainName,
    language,
    fonts: readPdfFonts(),
    createdAt: new Date(report.madeAt),
    foot: (page, pages) =>
      [words.title, report.domainName, span, words.page(page, pages)].join('\u3000'),
  });
  pdf.text(words.title, pdf.inner, { size: 18, font: 'bold' });
  pdf.gap(8);
  for (const [label, value] of reportFacts(report, filter, words)) {
    pdf.text(label, LABEL, { tone: 'quiet' }, true);
    pdf.text(value, VALUE);
  }
  pdf.gap(4);
  for (const note of [words.reference, words.changeNote, words.courseNote])
    pdf.text(note, pdf.inner, { size: 8, tone: 'quiet' });
  drawTiles(pdf, report, words);
  for (const table of reportTables(report, words))
    drawTable(pdf, table, words, table.id === 'rooms' ? roomCourses(report) : []);
  return pdf.bytes();
}

function drawTable(
  pdf: PdfDocument,
  table: ReportTable,
  words: ReportTexts,
  courses: readonly ReportCourse[],
): void {
  pdf.gap(14);
  pdf.need(110);
  pdf.text(table.title, pdf.inner, { size: 12, font: 'bold' });
  pdf.gap(4);
  if (table.rows.length === 0) return pdf.text(words.empty[table.id], pdf.inner, { tone: 'quiet' });
  pdf.table({
    ...pdf.inner,
    ...printedTable(pdf, table, words, courses),
    size: table.id === 'rooms' ? 7 : 8.5,
  });
}

/** Minimum width, in em, of the heads of figures; a head breaks only between phrases. */
const FITTED = { maxEms: 4 } as const;
const COURSE = { width: 50, height: 13, room: 1 } as const;
/** Above this number of columns, changes are printed below the figures, not in separate columns. */
const MANY_COLUMNS = 6;
/** Limits of a text column's width, in half-width characters. */
const MIN_HALVES = 8;
const MAX_HALVES = 40;
/** Number of rows measured to find the width of a column. */
const MAX_MEASURED_ROWS = 2000;
/** Width of a text in half-width characters; a Japanese character counts as two. */
const countHalves = (text: string): number =>
  Array.from(text).reduce((sum, sign) => sum + ((sign.codePointAt(0) ?? 0) > 0xff ? 2 : 1), 0);
type Printed = PdfColumn & {
  readonly write: (row: readonly ReportCell[], index: number) => string | PdfCell;
};

/** Columns of figures are as wide as they need; text columns share the rest. */
function printedTable(
  pdf: PdfDocument,
  table: ReportTable,
  words: ReportTexts,
  courses: readonly ReportCourse[],
): {
  readonly columns: readonly Printed[];
  readonly rows: readonly (readonly (string | PdfCell)[])[];
} {
  const columns: readonly Printed[] =
    table.id === 'rooms'
      ? [
          ...roomColumns(table, words),
          ...figureColumns(table, words),
          courseColumn(pdf, words, courses),
        ]
      : [...textColumns(table, words), ...figureColumns(table, words)];
  return {
    columns,
    rows: table.rows.map((row, index) => columns.map(({ write }) => write(row, index))),
  };
}

/**
 * A room's place, sex and tags are printed below its name, one tag in each line, because the page
 * is too narrow for separate columns.
 */
function roomColumns({ columns }: ReportTable, words: ReportTexts): Printed[] {
  const named =
    (ids: readonly string[]) =>
    (row: readonly ReportCell[]): string =>
      ids
        .map((id) => row[columns.findIndex((column) => column.id === id)] ?? '')
        .filter((text) => text !== '')
        .join(' ');
  const name = named(['room']);
  const place = named(['place', 'sex']);
  const tags = named(['tags']);
  return [
    {
      head: columns[0]?.shownHead ?? '',
      share: 1,
      write: (row) => ({
        words: name(row),
        below: [place(row), ...tags(row).split(words.and)].filter((line) => line !== '').join('\n'),
      }),
    },
  ];
}

/** In tables with few columns, text columns share the width in proportion to their text. */
function textColumns({ columns, rows }: ReportTable, words: ReportTexts): Printed[] {
  const isNarrow = columns.length > MANY_COLUMNS;
  return columns.flatMap((column, index): Printed[] => {
    if (column.kind !== 'text') return [];
    const write = (row: readonly ReportCell[]): string =>
      showReportCell(column, row[index] ?? null, words);
    const halves = Math.max(
      MIN_HALVES,
      countHalves(column.shownHead),
      ...rows.slice(0, MAX_MEASURED_ROWS).map((row) => countHalves(write(row))),
    );
    return [
      {
        head: breakHead(column.shownHead),
        share: isNarrow ? 1 : Math.min(MAX_HALVES, halves),
        fitted: isNarrow ? FITTED : undefined,
        write,
      },
    ];
  });
}

/** Columns of figures, with the change below each figure or in the next column. */
function figureColumns({ id, columns }: ReportTable, words: ReportTexts): Printed[] {
  return columns.flatMap(({ id: figure, kind, shownHead, isBefore }, index) => {
    if (kind === 'text' || isBefore) return [];
    const before = columns.findIndex((column) => column.id === `${figure}:before`);
    const change = (row: readonly ReportCell[]): string =>
      before < 0 ? '' : (writeReportChange(kind, row[index] ?? null, row[before] ?? null) ?? '');
    const common = {
      share: id === 'rooms' ? 0 : columns.length > MANY_COLUMNS ? 0.25 : 2,
      align: 'right',
      fitted: FITTED,
    } as const;
    const isBelow = columns.length > MANY_COLUMNS;
    return [
      {
        ...common,
        head: breakHead(shownHead),
        write: (row: readonly ReportCell[]): PdfCell => ({
          words: writeReportCell(kind, row[index] ?? null),
          below: isBelow ? change(row) : undefined,
        }),
      },
      ...(before < 0 || isBelow ? [] : [{ ...common, head: words.difference, write: change }]),
    ];
  });
}

const courseColumn = (
  pdf: PdfDocument,
  words: ReportTexts,
  courses: readonly ReportCourse[],
): Printed => ({
  head: words.course,
  share: 0,
  least: COURSE.width + 8,
  write: (_, index) => courseCell(pdf, courses[index] ?? []),
});

function courseCell(pdf: PdfDocument, course: ReportCourse): PdfCell {
  const shape = sparkShape(course, COURSE, SPARK_MIN_SPANS.TST);
  // An empty line of text makes room for the sparkline.
  return {
    words: '',
    drawn:
      shape === null
        ? undefined
        : { height: 0, draw: (x, y) => pdf.spark(shape, x, y - COURSE.height + 2) },
  };
}

/** Breaks the line before a bracket, because columns are narrow. */
const breakHead = (head: string): string => head.replaceAll(/\s*([(\uff08])/g, '\n$1');
