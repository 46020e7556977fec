import { describe, expect, it } from 'vitest';
import type { Report, ReportSide } from '../api/reports.ts';
import { REPORT_WORDS_EN, REPORT_WORDS_JA } from '../locales/report-words.ts';
import {
  localMinute,
  reportFacts,
  reportTables,
  showReportCell,
  writeReportCell,
  writeReportChange,
} from './report-tables.ts';

const side = (TST: number | null, accidents = 0): ReportSide => ({
  nights: 7,
  pending: 0,
  provisional: 0,
  accidents,
  figures: { TST, SE: 88.44, heartRateMean: 61.26 },
});
const REPORT: Report = {
  domainName: 'あかね苑',
  timeZone: 'Asia/Tokyo',
  nightStartsAt: '12:00',
  madeAt: '2026-11-22T00:05:00.000Z',
  digest: 'a'.repeat(64),
  period: { from: '2026-11-15', to: '2026-11-21' },
  before: { from: '2026-11-08', to: '2026-11-14' },
  rooms: [
    {
      roomId: 'a',
      name: '101',
      building: '本館',
      floor: '1階',
      tags: ['見守り', '転倒'],
      sex: 'female',
      now: side(372.4, 3),
      before: side(360),
      course: [372.4],
    },
    {
      roomId: 'b',
      name: '102',
      building: '',
      floor: '',
      tags: [],
      sex: 'unknown',
      now: side(null),
      before: side(null),
      course: [null],
    },
  ],
  total: { now: side(372.4, 3), before: side(360) },
  analysisMinutes: null,
  nights: [{ from: '2026-11-15', nights: 1, figures: { TST: 372.4 } }],
  weeks: [{ from: '2026-11-09', nights: 1, figures: { TST: 372.4 } }],
  awaited: [],
  accidents: [
    { roomId: 'a', kind: 'fall', now: 1, before: 0 },
    { roomId: 'a', kind: 'call', now: 2, before: 4 },
    { roomId: 'b', kind: 'deviceOffline', now: 5, before: 0 },
  ],
  devices: [
    {
      roomId: 'a',
      serial: 'S-1',
      typeName: 'ベッド',
      state: 'offline',
      lastHeardAt: '2026-11-21T15:00:00.000Z',
      batteryPercent: 41.6,
    },
    {
      roomId: 'b',
      serial: 'S-2',
      typeName: '',
      state: 'never',
      lastHeardAt: null,
      batteryPercent: null,
    },
  ],
};
const tables = reportTables(REPORT, REPORT_WORDS_JA);
const findRows = (id: string) => tables.find((one) => one.id === id)?.rows ?? [];
const cell = (table: string, row: number, column: string): unknown => {
  const found = tables.find((one) => one.id === table);
  return found?.rows[row]?.[found.columns.findIndex(({ id }) => id === column)];
};

describe('reportTables', () => {
  it('rows have the width of their table, and columns are unique in both languages', () => {
    for (const words of [REPORT_WORDS_JA, REPORT_WORDS_EN])
      for (const table of reportTables(REPORT, words)) {
        expect(new Set(table.columns.map(({ id }) => id)).size).toBe(table.columns.length);
        expect(new Set(table.columns.map(({ head }) => head)).size).toBe(table.columns.length);
        for (const row of table.rows) expect(row).toHaveLength(table.columns.length);
      }
  });

  it('the room table starts with all rooms and compares rounded values with the previous period', () => {
    expect(findRows('rooms').map((row) => row[0])).toEqual(['全体', '101', '102']);
    expect(
      ['TST', 'TST:before', 'SE', 'heartRateMean', 'accidents', 'accidents:before', 'WASO'].map(
        (id) => cell('rooms', 1, id),
      ),
    ).toEqual([372, 360, 88, 61.3, 3, 0, null]);
    expect([cell('rooms', 1, 'tags'), cell('rooms', 1, 'place'), cell('rooms', 1, 'sex')]).toEqual([
      '見守り、転倒',
      '本館 1階',
      '女性',
    ]);
  });

  it('the sex column is omitted if the reader may not see it', () => {
    const hidden = reportTables(
      { ...REPORT, rooms: REPORT.rooms.map((room) => ({ ...room, sex: null })) },
      REPORT_WORDS_JA,
    )[0];
    expect(hidden?.columns.map(({ id }) => id)).not.toContain('sex');
    expect(hidden?.rows[1]).toHaveLength(hidden?.columns.length ?? 0);
  });

  it('alarms are counted by kind over all rooms, then per room, with device alarms marked', () => {
    expect(findRows('accidents')).toEqual([
      ['全体', '転倒', '利用者', 1, 0],
      ['全体', '呼び出し', '利用者', 2, 4],
      ['全体', '信号なし', '機器', 5, 0],
      ['101', '転倒', '利用者', 1, 0],
      ['101', '呼び出し', '利用者', 2, 4],
      ['102', '信号なし', '機器', 5, 0],
    ]);
  });

  it('device times are local times of the organisation', () => {
    expect(findRows('devices')).toEqual([
      ['101', 'S-1', 'ベッド', '信号なし', '2026-11-22 00:00', 42],
      ['102', 'S-2', '', '未受信', null, null],
    ]);
    expect(localMinute(null, 'Asia/Tokyo')).toBeNull();
  });

  it('reportFacts lists the scope and the filters of a report', () => {
    const facts = Object.fromEntries(
      reportFacts(
        REPORT,
        {
          domainId: 'd',
          roomIds: [],
          sexes: ['female', 'other'],
          tags: ['見守り'],
          period: { kind: 'newest', nights: 7 },
        },
        REPORT_WORDS_JA,
      ),
    );
    expect(facts).toMatchObject({
      組織: 'あかね苑',
      期間: '2026/11/15(日) 〜 2026/11/21(土)',
      比較する期間: '2026/11/08(日) 〜 2026/11/14(土)',
      性別: '女性、その他',
      タグ: '見守り',
      作成: '2026/11/22(日) 09:05',
    });
    expect(facts).not.toHaveProperty('解析中');
    expect(REPORT_WORDS_EN.span('2026-11-15', '2026-11-21')).toBe(
      'Sun 15 Nov 2026 – Sat 21 Nov 2026',
    );
  });

  it('provisional nights have a column, and the facts name the devices awaited', () => {
    const awaited = Array.from({ length: 6 }, (_, index) => ({
      roomId: index === 0 ? 'a' : 'b',
      serial: `W2-000${index}`,
      since: index === 0 ? '2026-11-20T17:10:00.000Z' : null,
    }));
    const provisional: Report = {
      ...REPORT,
      awaited,
      total: { now: { ...side(372), provisional: 2 }, before: side(360) },
      rooms: REPORT.rooms.map((room) => ({ ...room, now: { ...room.now, provisional: 1 } })),
    };
    const filter = {
      domainId: 'd',
      roomIds: [],
      sexes: [],
      tags: [],
      period: { kind: 'newest' as const, nights: 7 },
    };
    const never = [1, 2, 3, 4].map((index) => `102 W2-000${index}（まだ一度も送っていません）、`);
    expect(Object.fromEntries(reportFacts(provisional, filter, REPORT_WORDS_JA))['速報']).toBe(
      `2件。記録がまだ届いていない機器: 101 W2-0000（2026/11/21(土) 02:10から）、${never.join('')}ほか1台。届くと値が変わることがあります。`,
    );
    expect(Object.fromEntries(reportFacts(REPORT, filter, REPORT_WORDS_JA))).not.toHaveProperty(
      '速報',
    );
    const [rooms] = reportTables(provisional, REPORT_WORDS_JA);
    const column = rooms?.columns.findIndex(({ id }) => id === 'provisional') ?? -1;
    expect(rooms?.columns[column]?.head).toBe('速報の夜（件）');
    expect(rooms?.rows.map((row) => row[column])).toEqual([2, 1, 1]);
  });

  it('pending nights of both periods are counted in the facts and in columns', () => {
    const waiting: Report = {
      ...REPORT,
      total: { now: { ...side(372), pending: 4 }, before: { ...side(null), pending: 2 } },
      rooms: REPORT.rooms.map((room) => ({ ...room, now: { ...room.now, pending: 2 } })),
    };
    const facts = Object.fromEntries(
      reportFacts(
        waiting,
        { domainId: 'd', roomIds: [], sexes: [], tags: [], period: { kind: 'newest', nights: 7 } },
        REPORT_WORDS_JA,
      ),
    );
    expect(facts['解析中']).toBe(
      '解析中の夜が4件あります。比較する期間に解析中の夜が2件あります。終わると数に入ります。',
    );
    expect(REPORT_WORDS_JA.pending(4, 0, 12)).toBe(
      '解析中の夜が4件あります。あと約12分です。終わると数に入ります。',
    );
    const [rooms] = reportTables(waiting, REPORT_WORDS_JA);
    const at = (id: string): number => rooms?.columns.findIndex((one) => one.id === id) ?? -1;
    expect(rooms?.rows.map((row) => [row[at('pending')], row[at('before:pending')]])).toEqual([
      [4, 2],
      [2, 0],
      [2, 0],
    ]);
    // The number of analysed nights is not a change of the rooms.
    expect([at('nights:before'), at('before:nights') > 0, at('TST:before') > 0]).toEqual([
      -1,
      true,
      true,
    ]);
    const [before] = reportTables(
      { ...waiting, total: { ...waiting.total, now: side(372) } },
      REPORT_WORDS_JA,
    );
    expect(before?.columns.flatMap(({ id }) => (id.includes('pending') ? [id] : []))).toEqual([
      'before:pending',
    ]);
    expect(tables[0]?.columns.map(({ id }) => id)).not.toContain('pending');
  });

  it('dates are localised on screen and ISO 8601 in files', () => {
    const [night, week, device] = ['nights', 'weeks', 'devices'].map((id) => {
      const table = tables.find((one) => one.id === id);
      return [table?.columns.find(({ shownAs }) => shownAs !== undefined), table?.rows[0]] as const;
    });
    const shown = [night, week].map((one) => {
      const [column, row] = one ?? [];
      return [
        row?.[0],
        column === undefined ? null : showReportCell(column, row?.[0] ?? null, REPORT_WORDS_JA),
      ];
    });
    expect(shown).toEqual([
      ['2026-11-15', '2026/11/15(日)'],
      ['2026-11-09', '2026/11/09(月)'],
    ]);
    expect(device?.[0]?.shownAs).toBe('moment');
    expect(
      showReportCell({ kind: 'text', shownAs: 'moment' }, '2026-11-22 08:15', REPORT_WORDS_EN),
    ).toBe('Sun 22 Nov 2026 08:15');
    expect(showReportCell({ kind: 'text', shownAs: 'moment' }, null, REPORT_WORDS_JA)).toBe('–');
  });

  it('a room without earlier nights is compared with nothing, unlike the others', () => {
    const none = { nights: 0, pending: 0, provisional: 0, figures: {}, accidents: 0 };
    const [rooms] = reportTables(
      {
        ...REPORT,
        rooms: REPORT.rooms.map((room, index) => ({
          ...room,
          before: index === 0 ? none : room.before,
        })),
      },
      REPORT_WORDS_JA,
    );
    const before = rooms?.columns.findIndex(({ id }) => id === 'nights:before') ?? -1;
    expect(rooms?.rows.map((row) => row[before])).toEqual([7, null, 7]);
  });

  it('a period without earlier records is compared with nothing', () => {
    const none: ReportSide = { ...side(null), nights: 0 };
    const [rooms] = reportTables(
      {
        ...REPORT,
        total: { now: side(372), before: none },
        rooms: REPORT.rooms.map((room) => ({ ...room, before: none })),
      },
      REPORT_WORDS_JA,
    );
    const at = (id: string): number => rooms?.columns.findIndex((one) => one.id === id) ?? -1;
    for (const row of rooms?.rows ?? [])
      expect([row[at('nights')], row[at('nights:before')], row[at('accidents:before')]]).toEqual([
        7,
        null,
        null,
      ]);
  });
});

describe('cells of a report', () => {
  it.each([
    ['minutes', 372, '6:12'],
    ['minutes', 59.6, '1:00'],
    ['minutes', -65, '-1:05'],
    ['times', 2, '2.0'],
    ['perMinute', 61.26, '61.3'],
    ['percent', 88, '88'],
    ['count', 3, '3'],
    ['text', 'a', 'a'],
    ['count', null, '–'],
  ] as const)('%s %s is formatted as %s', (kind, value, written) => {
    expect(writeReportCell(kind, value)).toBe(written);
  });

  it.each([
    ['minutes', 372, 360, '+0:12'],
    ['minutes', 360, 372, '-0:12'],
    ['times', 2.1, 2.04, '+0.1'],
    ['times', 2.01, 2, null],
    ['count', null, 2, null],
    ['count', 2, null, null],
    ['text', 'a', 'b', null],
  ] as const)('the change of %s to %s from %s is %s', (kind, now, before, written) => {
    expect(writeReportChange(kind, now, before)).toBe(written);
  });
});
