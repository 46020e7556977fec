import { reportFacts, reportTables, writeReportCell, writeReportChange, type Report, type ReportCell, type ReportFilter, type ReportTable, type ReportWords } from '@yamori/domain';
import { readPaperFonts } from '../../pdf/paper-fonts.ts';
import { openPaper, PAPER, type Paper, type PaperColumn } from '../../pdf/paper.ts';

const LABEL = { x: PAPER.margin, width: 86 } as const;
const VALUE = { x: PAPER.margin + 92, width: PAPER.width - 2 * PAPER.margin - 92 } as const;

/** A report on A4: what it is of, then each table. What was before stands below a figure, as far as it was different. */
export async function drawReport(report: Report, filter: ReportFilter, words: ReportWords): Promise<Uint8Array> {
  const span = words.span(report.period.from, report.period.to);
  const paper = openPaper({
    title: `${words.title} ${report.domainName} ${span}`, author: report.domainName, fonts: readPaperFonts(), createdAt: new Date(report.madeAt),
    foot: (page, pages) => [words.title, report.domainName, span, words.page(page, pages)].join('　'),
  });
  paper.text(words.title, paper.inner, { size: 18, font: 'bold' });
  paper.gap(8);
  for (const [label, value] of reportFacts(report, filter, words)) {
    paper.text(label, LABEL, { tone: 'quiet' }, true);
    paper.text(value, VALUE);
  }
  paper.gap(4);
  for (const note of [words.reference, words.changeNote]) paper.text(note, paper.inner, { size: 8, tone: 'quiet' });
  for (const table of reportTables(report, words)) drawTable(paper, table, words);
  return paper.bytes();
}

function drawTable(paper: Paper, table: ReportTable, words: ReportWords): void {
  paper.gap(14);
  paper.need(110);
  paper.text(table.title, paper.inner, { size: 12, font: 'bold' });
  paper.gap(4);
  if (table.rows.length === 0) return paper.text(words.empty, paper.inner, { tone: 'quiet' });
  const printed = printedTable(table);
  paper.table({ ...paper.inner, ...printed, size: printed.columns.length > 8 ? 7 : 8.5 });
}

/** Columns of text share a page's width with room to spare; figures need less, and their change stands with them. */
function printedTable({ id, columns, rows }: ReportTable): { readonly columns: readonly PaperColumn[]; readonly rows: readonly (readonly string[])[] } {
  const shown = columns.map((column, index) => ({ ...column, index, before: columns.findIndex(({ id: other }) => other === `${column.id}:before`) })).filter(({ isBefore }) => !isBefore);
  // A room's place and tags stand below its name where a page has no room for columns of their own.
  const aside = id === 'rooms' ? shown.filter((column) => column.kind === 'text' && column.id !== 'room') : [];
  const printed = shown.filter((column) => !aside.includes(column));
  const write = (row: readonly ReportCell[], { kind, index, before }: (typeof shown)[number]): string => {
    const [value = null, was = null] = [row[index], before < 0 ? null : row[before]];
    return [writeReportCell(kind, value), writeReportChange(kind, value, was)].filter((text) => text !== null).join('\n');
  };
  const facts = (row: readonly ReportCell[]): string => aside.map((column) => row[column.index]).filter((text) => text !== '' && text !== null).join(' ');
  return {
    columns: printed.map(({ shownHead, kind }) => ({ head: headOf(shownHead), share: kind === 'text' ? 2 : 1.35, align: kind === 'text' ? 'left' : 'right' })),
    rows: rows.map((row) => printed.map((column) => [write(row, column), ...(column.id === 'room' && aside.length > 0 ? [facts(row)] : [])].filter((text) => text !== '').join('\n'))),
  };
}

/** What stands in brackets begins a line of its own: a column is narrow. */
const headOf = (head: string): string => head.replaceAll(/\s*(?=[（(])/g, '\n');
