import { describe, expect, it } from 'vitest';
import { monthAt, monthDays, monthsLater } from './month-days.ts';

describe('month days', () => {
  it.each([
    ['2026-10', 31],
    ['2026-11', 30],
    ['2026-02', 28],
    ['2028-02', 29],
  ])('%s has %i consecutive days', (month, count) => {
    const days = monthDays(month, 'Asia/Tokyo');
    expect(days).toHaveLength(count);
    expect(days[0]).toEqual({
      day: `${month}-01`,
      fromMs: Date.parse(`${month}-01T00:00:00+09:00`),
      toMs: Date.parse(`${month}-02T00:00:00+09:00`),
    });
    for (const [index, { fromMs }] of days.entries())
      if (index > 0) expect(fromMs).toBe(days[index - 1]?.toMs);
  });

  it('days are 23 and 25 hours long when clocks change', () => {
    const hours = (month: string): number[] =>
      monthDays(month, 'Europe/Berlin')
        .map(({ fromMs, toMs }) => (toMs - fromMs) / 3_600_000)
        .filter((each) => each !== 24);
    expect([hours('2026-03'), hours('2026-10'), hours('2026-06')]).toEqual([[23], [25], []]);
  });

  it.each(['Asia/Tokyo', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Apia', 'Nowhere/Land'])(
    'every moment of a year belongs to one day and its month in %s',
    (zone) => {
      const months = Array.from({ length: 14 }, (_, index) => monthsLater('2026-12', index));
      const days = months.flatMap((month) =>
        monthDays(month, zone).map((day) => ({ month, ...day })),
      );
      for (const [index, { month, day, fromMs, toMs }] of days.entries()) {
        expect(day.slice(0, 7)).toBe(month);
        expect([monthAt(fromMs, zone), monthAt(toMs - 1, zone)]).toEqual([month, month]);
        expect(fromMs).toBe(index === 0 ? fromMs : days[index - 1]?.toMs);
      }
      expect(days).toHaveLength(31 + 365 + 31);
    },
  );

  it('the first and last years of four digits have complete months', () => {
    expect([
      monthDays('0001-01', 'Asia/Tokyo').length,
      monthDays('9999-12', 'Asia/Tokyo').length,
      monthDays('0000-02', 'UTC').length,
    ]).toEqual([31, 31, 29]);
  });

  it('monthAt changes at local midnight, and monthsLater crosses years', () => {
    expect([
      monthAt(Date.parse('2026-10-31T15:00:00Z'), 'Asia/Tokyo'),
      monthAt(Date.parse('2026-10-31T14:59:59Z'), 'Asia/Tokyo'),
    ]).toEqual(['2026-11', '2026-10']);
    expect([
      monthsLater('2026-12', 1),
      monthsLater('2026-01', -1),
      monthsLater('2026-11', -11),
      monthsLater('2026-11', 0),
    ]).toEqual(['2027-01', '2025-12', '2025-12', '2026-11']);
  });
});
