import { describe, expect, it } from 'vitest';
import type { Report, ReportSide } from '../contract/report-messages.ts';
import { REPORT_WORDS_EN, REPORT_WORDS_JA } from '../text/report-words.ts';
import { reportTiles, roomCourses, sparkShape, tileChange } from './report-courses.ts';
import { reportTables } from './report-tables.ts';

const side = (TST: number | null, accidents = 0): ReportSide => ({ nights: 2, accidents, figures: { TST, SE: 88.44 } });
const REPORT: Report = {
  domainName: 'home', timeZone: 'Asia/Tokyo', madeAt: '2026-11-22T00:05:00.000Z', period: { from: '2026-02-27', to: '2026-03-02' }, before: { from: '2026-02-23', to: '2026-02-26' },
  rooms: [{ roomId: 'a', name: '101', building: '', floor: '', tags: [], sex: null, now: side(372.4, 3), before: side(360), course: [null, 372.4, null, 301] }],
  total: { now: side(372.4, 3), before: side(360, 4) },
  nights: [{ from: '2026-02-27', nights: 1, figures: { TST: 372.4 } }, { from: '2026-03-02', nights: 1, figures: { TST: 300.6 } }], weeks: [], accidents: [], devices: [],
};
const tileOf = (id: string, report = REPORT) => reportTiles(report, REPORT_WORDS_JA).find((tile) => tile.id === id) ?? expect.fail(`no tile ${id}`);

describe('figures of all rooms', () => {
  it('are those of the first row of the table of rooms, with what was before', () => {
    const [rooms] = reportTables(REPORT, REPORT_WORDS_JA);
    for (const tile of reportTiles(REPORT, REPORT_WORDS_JA)) for (const [id, value] of [[tile.id, tile.now], [`${tile.id}:before`, tile.before]] as const) {
      expect(rooms?.rows[0]?.[rooms.columns.findIndex((column) => column.id === id)]).toBe(value);
    }
  });

  it('have a course with a gap for each night that the table of nights has not', () => {
    expect(tileOf('TST').course).toEqual([372, null, null, 301]);
    expect(tileOf('SE').course).toEqual([null, null, null, null]);
    expect(tileOf('accidents').course).toEqual([]);
    expect(roomCourses(REPORT)).toEqual([[372, null, null, 301], [null, 372, null, 301]]);
  });

  it('say how they compare, in either language', () => {
    expect(tileChange(tileOf('TST'), REPORT_WORDS_JA)).toContain('+0:12');
    expect(tileChange(tileOf('accidents'), REPORT_WORDS_EN)).toContain('-1');
    expect(tileChange(tileOf('SE'), REPORT_WORDS_JA)).toBe(REPORT_WORDS_JA.same);
    expect(tileChange(tileOf('TST', { ...REPORT, total: { now: side(372), before: side(null) } }), REPORT_WORDS_EN)).toBe(REPORT_WORDS_EN.noBefore);
  });
});

describe('a small line', () => {
  const box = { width: 122, height: 22, room: 1 };
  it('goes from edge to edge, the highest value at the top, and is broken where there is none', () => {
    expect(sparkShape([10, 20, null, 15, null, 10, 10], box)).toEqual({
      low: 10, high: 20, alone: [{ x: 61, y: 11 }],
      lines: [[{ x: 1, y: 21 }, { x: 21, y: 1 }], [{ x: 101, y: 21 }, { x: 121, y: 21 }]],
    });
  });

  it('lies in the middle where all nights are alike, and is none of fewer than two', () => {
    expect(sparkShape([7, 7], box)?.lines).toEqual([[{ x: 1, y: 11 }, { x: 121, y: 11 }]]);
    for (const few of [[], [7], [null, 7, null]]) expect(sparkShape(few, box)).toBeNull();
  });
});
