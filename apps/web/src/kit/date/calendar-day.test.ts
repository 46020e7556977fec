import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  compareDays,
  parseCalendarDay,
  toIsoDay,
  isWithin,
  toLocalDay,
  monthWeeks,
  nearestWithin,
  sameDay,
  formatCalendarDay,
  getWeekday,
  type CalendarDay,
} from './calendar-day.ts';
import { dayAfterKey } from './calendar-keys.ts';
import { calendarNames } from './calendar-names.ts';
import { extendRange } from './date-range-field.tsx';
import { countedTime } from './time-field.tsx';

const day = (text: string): CalendarDay => parseCalendarDay(text) ?? expect.fail(text);
const anyDay = fc
  .date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9998-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((date) => ({
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
  }));

describe('CalendarDay', () => {
  it('converts to a text and back', () => {
    fc.assert(
      fc.property(anyDay, (some) => {
        expect(parseCalendarDay(formatCalendarDay(some))).toEqual(some);
      }),
    );
    expect(toIsoDay(day('2026/11/21'))).toBe('2026-11-21');
    expect(parseCalendarDay('2026/02/29')).toBeNull();
    expect(toLocalDay(new Date(2026, 10, 21, 23, 59))).toEqual(day('2026/11/21'));
  });

  it.each([
    ['2026/11/30', 1, '2026/12/01'],
    ['2026/12/31', 1, '2027/01/01'],
    ['2024/02/28', 1, '2024/02/29'],
    ['2026/03/01', -1, '2026/02/28'],
    ['2026/01/01', -1, '2025/12/31'],
    ['2026/11/21', 365, '2027/11/21'],
    ['0001/01/01', -1, '0001/01/01'],
    ['9999/12/31', 1, '9999/12/31'],
  ])('%s and %i days is %s', (from, count, to) =>
    expect(formatCalendarDay(addDays(day(from), count))).toBe(to),
  );

  it.each([
    ['2026/01/31', 1, '2026/02/28'],
    ['2024/01/31', 1, '2024/02/29'],
    ['2026/03/31', -1, '2026/02/28'],
    ['2026/12/15', 1, '2027/01/15'],
    ['2026/01/15', -1, '2025/12/15'],
    ['2024/02/29', 12, '2025/02/28'],
    ['2026/11/21', -12, '2025/11/21'],
    ['0001/01/05', -1, '0001/01/05'],
    ['9999/12/05', 1, '9999/12/05'],
  ])('%s and %i months is %s', (from, count, to) =>
    expect(formatCalendarDay(addMonths(day(from), count))).toBe(to),
  );

  it('compares with limits', () => {
    const limits = { min: day('2026/11/10'), max: day('2026/11/20') };
    expect(
      ['2026/11/09', '2026/11/10', '2026/11/20', '2026/11/21'].map((text) =>
        isWithin(day(text), limits),
      ),
    ).toEqual([false, true, true, false]);
    expect(
      ['2025/01/01', '2026/11/15', '2027/01/01'].map((text) =>
        formatCalendarDay(nearestWithin(day(text), limits)),
      ),
    ).toEqual(['2026/11/10', '2026/11/15', '2026/11/20']);
    expect(isWithin(day('0001/01/01'), {})).toBe(true);
    expect([sameDay(null, null), sameDay(day('2026/11/21'), day('2026/11/21'))]).toEqual([
      false,
      true,
    ]);
  });

  it('follows the day before it, always', () => {
    fc.assert(
      fc.property(anyDay, (some) => {
        expect(compareDays(addDays(some, 1), some)).toBeGreaterThan(0);
        expect(getWeekday(addDays(some, 1))).toBe((getWeekday(some) + 1) % 7);
      }),
    );
  });
});

describe('the days and names of a month', () => {
  it.each([
    [2026, 11, '2026/11/01'],
    [2026, 12, '2026/11/29'],
    [2026, 2, '2026/02/01'],
    [2024, 2, '2024/01/28'],
  ])('%i/%i is six weeks from Sunday %s on', (year, month, first) => {
    const weeks = monthWeeks(year, month);
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
    expect(formatCalendarDay(weeks[0]?.[0] ?? day('2000/01/01'))).toBe(first);
    expect(weeks.every((week) => getWeekday(week[0] ?? day('2026/11/21')) === 0)).toBe(true);
    expect(weeks.flat().filter((one) => one.month === month)).toHaveLength(
      new Date(Date.UTC(year, month, 0)).getUTCDate(),
    );
  });

  it("the names come from the browser's tables", () => {
    const [ja, en] = [calendarNames('ja'), calendarNames('en')];
    expect([ja.month(day('2026/11/21')), ja.day(day('2026/11/21'))]).toEqual([
      '2026年11月',
      '2026年11月21日土曜日',
    ]);
    expect(ja.weekdays.map(({ short }) => short).join('')).toBe('日月火水木金土');
    expect([en.month(day('2026/11/21')), en.weekdays[0]?.long]).toEqual([
      'November 2026',
      'Sunday',
    ]);
  });

  it.each([
    ['ArrowLeft', false, '2026/11/20'],
    ['ArrowRight', false, '2026/11/22'],
    ['ArrowUp', false, '2026/11/14'],
    ['ArrowDown', false, '2026/11/28'],
    ['Home', false, '2026/11/15'],
    ['End', false, '2026/11/21'],
    ['PageUp', false, '2026/10/21'],
    ['PageDown', false, '2026/12/21'],
    ['PageUp', true, '2025/11/21'],
    ['PageDown', true, '2027/11/21'],
  ])('the key %s (Shift: %s) moves to %s', (key, shift, to) =>
    expect(formatCalendarDay(dayAfterKey(day('2026/11/21'), key, shift) ?? day('2000/01/01'))).toBe(
      to,
    ),
  );

  it('other keys do not move', () =>
    expect(dayAfterKey(day('2026/11/21'), 'Enter', false)).toBeNull());
});

describe('a span', () => {
  it.each([
    ['', '', '2026/11/21', '2026/11/21', ''],
    ['2026/11/21', '', '2026/11/23', '2026/11/21', '2026/11/23'],
    ['2026/11/21', '', '2026/11/21', '2026/11/21', '2026/11/21'],
    ['2026/11/21', '', '2026/11/20', '2026/11/20', ''],
    ['2026/11/21', '2026/11/23', '2026/11/22', '2026/11/22', ''],
    ['2026/1', '', '2026/11/22', '2026/11/22', ''],
  ])('%s–%s and %s chosen is %s–%s', (from, to, chosen, nextFrom, nextTo) =>
    expect(extendRange({ from, to }, day(chosen))).toEqual({ from: nextFrom, to: nextTo }),
  );
});

describe('a time that is counted on', () => {
  it.each<[string, number, 1 | -1, number, string | null]>([
    ['09:05', 0, 1, 1, '10:05'],
    ['09:05', 2, 1, 1, '10:05'],
    ['09:05', 3, 1, 1, '09:06'],
    ['09:05', 5, -1, 10, '09:55'],
    ['23:59', 0, 1, 1, '00:59'],
    ['00:00', 1, -1, 1, '23:00'],
    ['09:59', 4, 1, 1, '09:00'],
    ['9:05', 0, 1, 1, '10:05'],
    ['09:05:30', 8, 1, 5, '09:05:31'],
    ['09:05:59', 7, 1, 5, '09:05:00'],
    ['09', 0, 1, 1, null],
    ['', 0, 1, 1, null],
    ['24:00', 0, 1, 1, null],
  ])('%s at %i by %i of %i is %s', (text, caret, direction, step, next) =>
    expect(countedTime(text, caret, direction, step)).toBe(next),
  );
});
