import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Report, ReportSide } from '../api/reports.ts';
import { REPORT_WORDS_EN, REPORT_WORDS_JA } from '../locales/report-words.ts';
import {
  reportTiles,
  roomCourses,
  SPARK_MIN_SPANS,
  sparkShape,
  tileChange,
} from './report-courses.ts';
import { reportTables } from './report-tables.ts';

const side = (TST: number | null, accidents = 0): ReportSide => ({
  nights: 2,
  pending: 0,
  provisional: 0,
  accidents,
  figures: { TST, SE: 88.44 },
});
const REPORT: Report = {
  domainName: 'home',
  timeZone: 'Asia/Tokyo',
  nightStartsAt: '12:00',
  madeAt: '2026-11-22T00:05:00.000Z',
  digest: 'a'.repeat(64),
  period: { from: '2026-02-27', to: '2026-03-02' },
  before: { from: '2026-02-23', to: '2026-02-26' },
  rooms: [
    {
      roomId: 'a',
      name: '101',
      building: '',
      floor: '',
      tags: [],
      sex: null,
      now: side(372.4, 3),
      before: side(360),
      course: [null, 372.4, null, 301],
    },
  ],
  total: { now: side(372.4, 3), before: side(360, 4) },
  analysisMinutes: null,
  nights: [
    { from: '2026-02-27', nights: 1, figures: { TST: 372.4 } },
    { from: '2026-03-02', nights: 1, figures: { TST: 300.6 } },
  ],
  weeks: [],
  awaited: [],
  accidents: [],
  devices: [],
};
const findTile = (id: string, report = REPORT) =>
  reportTiles(report, REPORT_WORDS_JA).find((tile) => tile.id === id) ??
  expect.fail(`no tile ${id}`);

describe('reportTiles', () => {
  it('tiles equal the first row of the room table, including the previous period', () => {
    const [rooms] = reportTables(REPORT, REPORT_WORDS_JA);
    for (const tile of reportTiles(REPORT, REPORT_WORDS_JA))
      for (const [id, value] of [
        [tile.id, tile.now],
        [`${tile.id}:before`, tile.before],
      ] as const) {
        expect(rooms?.rows[0]?.[rooms.columns.findIndex((column) => column.id === id)]).toBe(value);
      }
  });

  it('a trend has a gap for each night without a result', () => {
    expect(findTile('TST').course).toEqual([372, null, null, 301]);
    expect(findTile('SE').course).toEqual([null, null, null, null]);
    expect(findTile('accidents').course).toEqual([]);
    expect(roomCourses(REPORT)).toEqual([
      [372, null, null, 301],
      [null, 372, null, 301],
    ]);
  });

  it('tileChange formats the change in both languages', () => {
    expect(tileChange(findTile('TST'), REPORT_WORDS_JA)).toContain('+0:12');
    expect(tileChange(findTile('accidents'), REPORT_WORDS_EN)).toContain('-1');
    expect(tileChange(findTile('SE'), REPORT_WORDS_JA)).toBe(REPORT_WORDS_JA.same);
    const soFar = {
      ...REPORT,
      total: { ...REPORT.total, now: { ...REPORT.total.now, pending: 3 } },
    };
    expect([
      tileChange(findTile('TST', soFar), REPORT_WORDS_JA),
      tileChange(findTile('accidents', soFar), REPORT_WORDS_JA),
    ]).toEqual(['前の期間より +0:12（途中）', '前の期間より -1']);
    expect(
      tileChange(
        findTile('TST', { ...REPORT, total: { now: side(372), before: side(null) } }),
        REPORT_WORDS_EN,
      ),
    ).toBe(REPORT_WORDS_EN.noBefore);
    expect(
      tileChange(
        findTile('TST', {
          ...REPORT,
          total: { now: side(372), before: { ...side(null), pending: 1 } },
        }),
        REPORT_WORDS_EN,
      ),
    ).toBe(REPORT_WORDS_EN.pendingBefore);
  });
});

describe('sparkShape', () => {
  const box = { width: 122, height: 22, room: 1 };
  it('spans the width, puts the highest value at the top and breaks at gaps', () => {
    expect(sparkShape([10, 20, null, 15, null, 10, 10], box, 0)).toEqual({
      low: 10,
      high: 20,
      alone: [{ x: 61, y: 11 }],
      lines: [
        [
          { x: 1, y: 21 },
          { x: 21, y: 1 },
        ],
        [
          { x: 101, y: 21 },
          { x: 121, y: 21 },
        ],
      ],
    });
  });

  it('centres equal values, and is null for fewer than two', () => {
    expect(sparkShape([7, 7], box, 0)?.lines).toEqual([
      [
        { x: 1, y: 11 },
        { x: 121, y: 11 },
      ],
    ]);
    for (const few of [[], [7], [null, 7, null]]) expect(sparkShape(few, box, 0)).toBeNull();
  });

  it('values within the minimum span do not fill the height', () => {
    expect(sparkShape([88, 89], box, 5)?.lines).toEqual([
      [
        { x: 1, y: 13 },
        { x: 121, y: 9 },
      ],
    ]);
    expect(sparkShape([80, 90], box, 5)?.lines).toEqual(sparkShape([80, 90], box, 0)?.lines);
    for (const { id } of reportTiles(REPORT, REPORT_WORDS_JA))
      expect(SPARK_MIN_SPANS[id]).toBeGreaterThan(0);
  });

  it('the smallest numbers stay within the box', () => {
    expect(sparkShape([13 * Number.MIN_VALUE, 0], box, 0)?.lines).toEqual([
      [
        { x: 1, y: 1 },
        { x: 121, y: 21 },
      ],
    ]);
  });

  const courses = fc.array(
    fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { nil: null, freq: 3 }),
    { maxLength: 60 },
  );

  it('every known night has a point, in order and within the box', () => {
    fc.assert(
      fc.property(courses, (values) => {
        const shape = sparkShape(values, box, 0);
        const known = values.flatMap((value, index) => (value === null ? [] : [index]));
        if (shape === null) {
          expect(known.length).toBeLessThan(2);
          return;
        }
        const points = [...shape.lines.flat(), ...shape.alone].toSorted(
          (one, other) => one.x - other.x,
        );
        expect(
          points.map(({ x }) =>
            Math.round(((x - box.room) / (box.width - 2 * box.room)) * (values.length - 1)),
          ),
        ).toEqual(known);
        for (const { x, y } of points) {
          expect(x).toBeGreaterThanOrEqual(box.room);
          expect(x).toBeLessThanOrEqual(box.width - box.room + 1e-9);
          expect(y).toBeGreaterThanOrEqual(box.room - 1e-9);
          expect(y).toBeLessThanOrEqual(box.height - box.room + 1e-9);
        }
      }),
    );
  });

  it('lines break at missing nights only', () => {
    fc.assert(
      fc.property(courses, (values) => {
        const shape = sparkShape(values, box, 0);
        const runs = values
          .map((value) => (value === null ? ' ' : 'x'))
          .join('')
          .split(' ')
          .filter((run) => run !== '')
          .map(({ length }) => length);
        if (shape === null) {
          expect(runs.reduce((sum, length) => sum + length, 0)).toBeLessThan(2);
          return;
        }
        expect(shape.lines.map(({ length }) => length)).toEqual(
          runs.filter((length) => length > 1),
        );
        expect(shape.alone).toHaveLength(runs.filter((length) => length === 1).length);
      }),
    );
  });

  it('higher values are higher, and `low` and `high` are the extremes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 2, maxLength: 40 }),
        (values) => {
          const shape = sparkShape(values, box, 0) ?? expect.fail('no shape');
          expect([shape.low, shape.high]).toEqual([
            values.toSorted((one, other) => one - other)[0],
            values.toSorted((one, other) => one - other).at(-1),
          ]);
          const [line = []] = shape.lines;
          for (const [index, value] of values.entries()) {
            const before = line[index - 1];
            const at = line[index];
            if (before !== undefined && at !== undefined)
              expect(Math.sign(before.y - at.y)).toBe(Math.sign(value - (values[index - 1] ?? 0)));
          }
        },
      ),
    );
  });
});
