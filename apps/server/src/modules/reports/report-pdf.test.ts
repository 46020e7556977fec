import { createHash } from 'node:crypto';
import {
  reportTables,
  reportTiles,
  REPORT_WORDS_EN,
  REPORT_WORDS_JA,
  roomCourses,
  tileChange,
  showReportCell,
  writeReportCell,
  type Report,
} from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { PAGE } from '../../core/pdf/pdf-document.ts';
import { drawnPages, type DrawnLine, type DrawnPage } from '../../core/pdf/testing/test-pdf.ts';
import { drawReport } from './report-pdf.ts';
import { ANY_FILTER, largeReport } from './testing/large-report.ts';

const LANGUAGES = [
  ['ja', REPORT_WORDS_JA],
  ['en', REPORT_WORDS_EN],
] as const;
const draw = async (report: Report, words = REPORT_WORDS_JA, language: 'ja' | 'en' = 'ja') =>
  drawnPages(await drawReport(report, ANY_FILTER, words, language));
const written = (pages: readonly DrawnPage[]): string =>
  pages
    .flatMap(({ words }) => words.map(({ text }) => text))
    .join('')
    .replaceAll(/\s+/g, '');
const plain = (text: string): string => text.replaceAll(/\s+/g, '');

/**
 * Scales a line to its own width and height (0 to 1) to compare it with the values that it shows.
 * Drawn heights count from the top.
 */
function scaleLine(line: DrawnLine): (readonly [number, number])[] {
  const [xs, ys] = [line.map(({ x }) => x), line.map(({ y }) => y)];
  const share = (value: number, all: readonly number[]): number =>
    (value - Math.min(...all)) / (Math.max(...all) - Math.min(...all));
  return line.map(({ x, y }) => [share(x, xs), 1 - share(y, ys)] as const);
}

describe('drawReport', () => {
  it.each(LANGUAGES)(
    'prints every figure and text of the tables, in %s',
    async (language, words) => {
      const report = largeReport(30, 20);
      const pages = await draw(report, words, language);
      const text = written(pages);
      for (const table of reportTables(report, words)) {
        expect(text).toContain(plain(table.title));
        for (const row of table.rows)
          for (const [index, cell] of row.entries()) {
            const column = table.columns[index];
            if (column !== undefined && !column.isBefore && cell !== null)
              for (const part of showReportCell(column, cell, words).split(words.and))
                expect(text).toContain(plain(part));
          }
      }
      for (const tile of reportTiles(report, words))
        for (const part of [
          tile.name,
          writeReportCell(tile.kind, tile.now),
          tileChange(tile, words),
        ])
          expect(text).toContain(plain(part));
      for (const note of [
        words.title,
        words.reference,
        words.span(report.period.from, report.period.to),
        words.span(report.before.from, report.before.to),
      ])
        expect(text).toContain(plain(note));
    },
  );

  it.each(LANGUAGES)(
    'numbers the pages, repeats table heads and prints nothing outside the margins, in %s',
    async (language, words) => {
      const pages = await draw(largeReport(60, 7), words, language);
      expect(pages.length).toBeGreaterThan(4);
      for (const [index, page] of pages.entries()) {
        expect(written([page])).toContain(plain(words.page(index + 1, pages.length)));
        for (const { text, x, y, width } of page.words) {
          expect(x, text).toBeGreaterThanOrEqual(PAGE.margin - 1);
          expect(x + width, text).toBeLessThanOrEqual(PAGE.width - PAGE.margin + 1);
          expect(y, text).toBeGreaterThan(20);
        }
        for (const line of page.lines)
          for (const { x, y } of line)
            expect([
              x >= PAGE.margin,
              x <= PAGE.width - PAGE.margin,
              y >= PAGE.margin,
              y <= PAGE.height - PAGE.margin,
            ]).toEqual([true, true, true, true]);
      }
      // Sixty rooms need several pages; each page begins with the table's head.
      const ofRooms = pages.filter((page) => page.lines.length > 0);
      expect(ofRooms.length).toBeGreaterThan(1);
      for (const page of ofRooms) expect(written([page])).toContain(plain(words.course));
    },
  );

  it('draws the same sparklines as the screen, from the values of the tables', async () => {
    const values = [360, 420, 300, 330, 480, 390, 450];
    const whole = largeReport(1, 7);
    const report: Report = {
      ...whole,
      rooms: whole.rooms.map((room) => ({ ...room, course: values.toReversed() })),
      nights: whole.nights.map((night, index) => ({
        ...night,
        figures: { TST: values[index] ?? null },
      })),
    };
    const [first] = await draw(report);
    const expected = (course: readonly (number | null)[]) =>
      course.map((value, index) => [index / 6, ((value ?? 0) - 300) / 180] as const);
    // Sparklines of the sleep tile, of all rooms and of the room.
    const lines = (first?.lines ?? []).map(scaleLine);
    expect(lines).toHaveLength(3);
    for (const [index, course] of [values, ...roomCourses(report)].entries())
      for (const [point, [x, y]] of expected(course).entries()) {
        expect(lines[index]?.[point]?.[0]).toBeCloseTo(x, 2);
        expect(lines[index]?.[point]?.[1]).toBeCloseTo(y, 2);
      }
    expect(written(first === undefined ? [] : [first])).toContain('8:005:00');
  });

  it('draws a report without nights, and all of a room that is taller than a page', async () => {
    const empty = await draw({
      ...largeReport(0, 7),
      nights: [],
      weeks: [],
      total: {
        now: { nights: 0, pending: 0, provisional: 0, accidents: 0, figures: {} },
        before: { nights: 0, pending: 0, provisional: 0, accidents: 0, figures: {} },
      },
    });
    for (const id of ['nights', 'weeks', 'accidents', 'devices'] as const)
      expect(written(empty)).toContain(plain(REPORT_WORDS_JA.empty[id]));
    expect(empty.flatMap(({ lines }) => lines)).toEqual([]);
    const one = largeReport(1, 7);
    const tags = Array.from({ length: 600 }, (_, index) => `tag-${index}`);
    const high = await draw({ ...one, rooms: one.rooms.map((room) => ({ ...room, tags })) });
    expect(tags.filter((tag) => !written(high).includes(tag))).toEqual([]);
    for (const { words } of high) for (const { y } of words) expect(y).toBeGreaterThan(20);
  });

  it('returns the same bytes for the same report, and states the language', async () => {
    const report = largeReport(12, 7);
    const bytes = async (language: 'ja' | 'en') =>
      Buffer.from(
        await drawReport(
          report,
          ANY_FILTER,
          language === 'ja' ? REPORT_WORDS_JA : REPORT_WORDS_EN,
          language,
        ),
      );
    const hash = (of: Buffer) => createHash('sha256').update(of).digest('hex');
    expect(hash(await bytes('ja'))).toBe(hash(await bytes('ja')));
    for (const language of ['ja', 'en'] as const)
      expect((await bytes(language)).toString('latin1')).toContain(`/Lang (${language})`);
  });
});
