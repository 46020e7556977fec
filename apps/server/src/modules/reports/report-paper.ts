import {
  reportFacts,
  reportTables,
  roomCourses,
  showReportCell,
  SPARK_LEAST_SPANS,
  sparkShape,
  writeReportCell,
  writeReportChange,
  type Report,
  type ReportCell,
  type ReportCourse,
  type ReportFilter,
  type ReportTable,
  type ReportWords,
} from '@yamori/domain';
import { readPaperFonts } from '../../core/pdf/paper-fonts.ts';
import {
  openPaper,
  PAPER,
  type Paper,
  type PaperCell,
  type PaperColumn,
} from '../../core/pdf/paper.ts';
import { drawTiles } from './report-tiles.ts';

const LABEL = { x: PAPER.margin, width: 86 } as const;
const VALUE = { x: PAPER.margin + 92, width: PAPER.width - 2 * PAPER.margin - 92 } as const;

/**
 * A report on A4: what it is of, all rooms in figures with their courses, then each table. What was
 * before stands below a figure, as far as it was different.
 */
export async function drawReport(
  report: Report,
  filter: ReportFilter,
  words: ReportWords,
  language: 'ja' | 'en',
): Promise<Uint8Array> {
  const span = words.span(report.period.from, report.period.to);
  const paper = openPaper({
    title: `${words.title} ${report.domainName} ${span}`,
    author: report.domainName,
    language,
    fonts: readPaperFonts(),
    createdAt: new Date(report.madeAt),
    foot: (page, pages) =>
      [words.title, report.domainName, span, words.page(page, pages)].join('\u3000'),
  });
  paper.text(words.title, paper.inner, { size: 18, font: 'bold' });
  paper.gap(8);
  for (const [label, value] of reportFacts(report, filter, words)) {
    paper.text(label, LABEL, { tone: 'quiet' }, true);
    paper.text(value, VALUE);
  }
  paper.gap(4);
  for (const note of [words.reference, words.changeNote, words.courseNote])
    paper.text(note, paper.inner, { size: 8, tone: 'quiet' });
  drawTiles(paper, report, words);
  for (const table of reportTables(report, words))
    drawTable(paper, table, words, table.id === 'rooms' ? roomCourses(report) : []);
  return paper.bytes();
}

function drawTable(
  paper: Paper,
  table: ReportTable,
  words: ReportWords,
  courses: readonly ReportCourse[],
): void {
  paper.gap(14);
  paper.need(110);
  paper.text(table.title, paper.inner, { size: 12, font: 'bold' });
  paper.gap(4);
  if (table.rows.length === 0)
    return paper.text(words.empty[table.id], paper.inner, { tone: 'quiet' });
  paper.table({
    ...paper.inner,
    ...printedTable(paper, table, words, courses),
    size: table.id === 'rooms' ? 7 : 8.5,
  });
}

/** Heads of figures may be so narrow: their phrases and words stay whole. */
const FITTED = { mostEms: 4 } as const;
const COURSE = { width: 50, height: 13, room: 1 } as const;
/** In tables of few columns what changed has a column of its own, so that a row is a line. */
const MANY_COLUMNS = 6;
const [LEAST_HALVES, MOST_HALVES] = [8, 40] as const;
/** Rows that tell how wide a column is. */
const MEASURED = 2000;
/** How many signs of half width a text is wide. */
const halvesOf = (text: string): number =>
  Array.from(text).reduce((sum, sign) => sum + ((sign.codePointAt(0) ?? 0) > 0xff ? 2 : 1), 0);
type Printed = PaperColumn & {
  readonly write: (row: readonly ReportCell[], index: number) => string | PaperCell;
};

/** Columns of figures are as wide as they need, and text has the rest. */
function printedTable(
  paper: Paper,
  table: ReportTable,
  words: ReportWords,
  courses: readonly ReportCourse[],
): {
  readonly columns: readonly Printed[];
  readonly rows: readonly (readonly (string | PaperCell)[])[];
} {
  const columns: readonly Printed[] =
    table.id === 'rooms'
      ? [
          ...roomColumns(table, words),
          ...figureColumns(table, words),
          courseColumn(paper, words, courses),
        ]
      : [...textColumns(table, words), ...figureColumns(table, words)];
  return {
    columns,
    rows: table.rows.map((row, index) => columns.map(({ write }) => write(row, index))),
  };
}

/**
 * A room's place, sex and tags stand below its name, each tag in a line: a page has no room for
 * columns of their own.
 */
function roomColumns({ columns }: ReportTable, words: ReportWords): Printed[] {
  const named =
    (ids: readonly string[]) =>
    (row: readonly ReportCell[]): string =>
      ids
        .map((id) => row[columns.findIndex((column) => column.id === id)] ?? '')
        .filter((text) => text !== '')
        .join(' ');
  const [name, place, tags] = [named(['room']), named(['place', 'sex']), named(['tags'])];
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

/** In tables of few columns words share the width by how much they need. */
function textColumns({ columns, rows }: ReportTable, words: ReportWords): Printed[] {
  const isNarrow = columns.length > MANY_COLUMNS;
  return columns.flatMap((column, index): Printed[] => {
    if (column.kind !== 'text') return [];
    const write = (row: readonly ReportCell[]): string =>
      showReportCell(column, row[index] ?? null, words);
    const halves = Math.max(
      LEAST_HALVES,
      halvesOf(column.shownHead),
      ...rows.slice(0, MEASURED).map((row) => halvesOf(write(row))),
    );
    return [
      {
        head: headOf(column.shownHead),
        share: isNarrow ? 1 : Math.min(MOST_HALVES, halves),
        fitted: isNarrow ? FITTED : undefined,
        write,
      },
    ];
  });
}

/** Figures, and how they changed: below them, or in a column beside them. */
function figureColumns({ id, columns }: ReportTable, words: ReportWords): Printed[] {
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
        head: headOf(shownHead),
        write: (row: readonly ReportCell[]): PaperCell => ({
          words: writeReportCell(kind, row[index] ?? null),
          below: isBelow ? change(row) : undefined,
        }),
      },
      ...(before < 0 || isBelow ? [] : [{ ...common, head: words.difference, write: change }]),
    ];
  });
}

const courseColumn = (
  paper: Paper,
  words: ReportWords,
  courses: readonly ReportCourse[],
): Printed => ({
  head: words.course,
  share: 0,
  least: COURSE.width + 8,
  write: (_, index) => courseCell(paper, courses[index] ?? []),
});

function courseCell(paper: Paper, course: ReportCourse): PaperCell {
  const shape = sparkShape(course, COURSE, SPARK_LEAST_SPANS.TST);
  // One empty line, which the line is drawn over.
  return {
    words: '',
    drawn:
      shape === null
        ? undefined
        : { height: 0, draw: (x, y) => paper.spark(shape, x, y - COURSE.height + 2) },
  };
}

/** What stands in brackets begins a line of its own: a column is narrow. */
const headOf = (head: string): string => head.replaceAll(/\s*([(\uff08])/g, '\n$1');
