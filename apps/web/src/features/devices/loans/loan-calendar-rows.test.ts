import { describe, expect, it } from 'vitest';
import { dayBegins, dayEnds, lastDay } from '../../../kit/date/zone-days.ts';
import { loanRows } from './loan-calendar-rows.ts';
import { daysSince } from './loan-state-badge.tsx';
import type { Loan } from './loan-source.ts';

const DAY_MS = 86_400_000;
const FROM_MS = Date.parse('2026-11-01T15:00:00Z');
const NOW_MS = FROM_MS + 10 * DAY_MS;
const RANGE = { fromMs: FROM_MS, toMs: FROM_MS + 20 * DAY_MS };
const day = (days: number): Date => new Date(FROM_MS + days * DAY_MS);
// The fields of a loan that the calendar reads.
const aLoan = (serial: string, from: number, until: number, returned: number | null = null): Loan =>
  ({
    serial,
    from: day(from),
    until: day(until),
    returnedAt: returned === null ? null : day(returned),
  }) as Loan;

describe('the calendar of loans', () => {
  it('each device has a row, overdue ones first, the others by serial', () => {
    const rows = loanRows(
      [aLoan('A-10', 9, 12), aLoan('A-9', 9, 12), aLoan('B', 1, 5)],
      RANGE,
      NOW_MS,
    );
    expect(rows.map(({ serial }) => serial)).toEqual(['B', 'A-9', 'A-10']);
  });

  it('a loan is placed by its dates and cut at the edges', () => {
    const [row] = loanRows([aLoan('A', -5, 5, 4), aLoan('A', 15, 40)], RANGE, NOW_MS);
    expect(
      row?.bars.map(({ left, width, late, goesOn, state }) => [
        left,
        Number(width.toFixed(3)),
        late,
        goesOn,
        state,
      ]),
    ).toEqual([
      [0, 0.2, 0, false, 'returned'],
      [0.75, 0.25, 0, true, 'planned'],
    ]);
  });

  it('an overdue loan extends to now, with the part after its agreed end marked', () => {
    const [row] = loanRows([aLoan('A', 0, 8)], RANGE, NOW_MS);
    expect(row?.bars.map(({ left, width, late, state }) => [left, width, late, state])).toEqual([
      [0, 0.5, 0.2, 'overdue'],
    ]);
  });

  it('loans outside the range are omitted', () => {
    expect(loanRows([aLoan('A', -9, -3, -4), aLoan('B', 21, 30)], RANGE, NOW_MS)).toEqual([]);
  });
});

describe('the days of a loan', () => {
  it('days begin and end at local midnight, and the last day is included', () => {
    expect([dayBegins('2026/11/21', 'Asia/Tokyo'), dayEnds('2026/11/21', 'Asia/Tokyo')]).toEqual([
      Date.parse('2026-11-20T15:00:00Z'),
      Date.parse('2026-11-21T15:00:00Z'),
    ]);
    expect(lastDay(Date.parse('2026-11-21T15:00:00Z'), 'Asia/Tokyo')).toBe('2026-11-21');
    expect([daysSince(NOW_MS, NOW_MS), daysSince(NOW_MS - DAY_MS - 1, NOW_MS)]).toEqual([1, 2]);
  });
});
