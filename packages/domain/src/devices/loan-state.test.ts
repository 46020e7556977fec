import { describe, expect, it } from 'vitest';
import {
  isWithBorrower,
  loanEndMs,
  loansOverlap,
  loanStateAt,
  type LoanSpan,
} from './loan-state.ts';

const NOW = Date.parse('2026-11-21T03:00:00Z');
const inDays = (days: number): Date => new Date(NOW + days * 86_400_000);
const aLoan = (from: number, until: number, returned: number | null = null): LoanSpan => ({
  from: inDays(from),
  until: inDays(until),
  returnedAt: returned === null ? null : inDays(returned),
});

describe('loans of devices', () => {
  it.each<[string, LoanSpan, string]>([
    ['before it starts', aLoan(0.01, 5), 'planned'],
    ['at its start', aLoan(0, 5), 'running'],
    ['just before its end', aLoan(-5, 0.01), 'running'],
    ['at its end', aLoan(-5, 0), 'overdue'],
    ['returned in time', aLoan(-5, 5, -1), 'returned'],
    ['returned late', aLoan(-5, -3, -1), 'returned'],
  ])('a loan %s is %s', (_, loan, state) => {
    expect(loanStateAt(loan, NOW)).toBe(state);
  });

  it('the borrower has the device while the loan is running or overdue', () => {
    expect(
      ['planned', 'running', 'overdue', 'returned'].map((state) =>
        isWithBorrower(
          loanStateAt(
            {
              planned: aLoan(1, 2),
              running: aLoan(-1, 2),
              overdue: aLoan(-2, -1),
              returned: aLoan(-2, 1, -1),
            }[state] ?? aLoan(0, 0),
            NOW,
          ),
        ),
      ),
    ).toEqual([false, true, true, false]);
  });

  it('an overdue loan has no end until the device returns', () => {
    expect([
      loanEndMs(aLoan(-5, 5), NOW),
      loanEndMs(aLoan(-5, 5, -1), NOW),
      loanEndMs(aLoan(-5, -1), NOW),
    ]).toEqual([inDays(5).getTime(), inDays(-1).getTime(), Number.POSITIVE_INFINITY]);
  });

  it.each<[string, LoanSpan, LoanSpan, boolean]>([
    ['one within the other', aLoan(-5, 5), aLoan(1, 2), true],
    ['one after the other', aLoan(-5, 5), aLoan(5, 8), false],
    ['one returned early', aLoan(-5, 5, -1), aLoan(0, 8), false],
    ['one overdue, another much later', aLoan(-5, -1), aLoan(30, 31), true],
    ['both in the future, apart', aLoan(1, 2), aLoan(3, 4), false],
    ['both in the future, overlapping by an hour', aLoan(1, 2.05), aLoan(2, 3), true],
  ])('loansOverlap compares two loans, %s', (_, one, other, overlap) => {
    expect([loansOverlap(one, other, NOW), loansOverlap(other, one, NOW)]).toEqual([
      overlap,
      overlap,
    ]);
  });
});
