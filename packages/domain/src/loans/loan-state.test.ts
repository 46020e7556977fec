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

describe('a loan', () => {
  it.each<[string, LoanSpan, string]>([
    ['before it begins', aLoan(0.01, 5), 'planned'],
    ['from its first moment', aLoan(0, 5), 'running'],
    ['until its end', aLoan(-5, 0.01), 'running'],
    ['from its end on', aLoan(-5, 0), 'overdue'],
    ['that came back in time', aLoan(-5, 5, -1), 'returned'],
    ['that came back late', aLoan(-5, -3, -1), 'returned'],
  ])('%s', (_, loan, state) => {
    expect(loanStateAt(loan, NOW)).toBe(state);
  });

  it('is with the borrower while it runs and as long as it is overdue', () => {
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

  it('takes its device until it is back', () => {
    expect([
      loanEndMs(aLoan(-5, 5), NOW),
      loanEndMs(aLoan(-5, 5, -1), NOW),
      loanEndMs(aLoan(-5, -1), NOW),
    ]).toEqual([inDays(5).getTime(), inDays(-1).getTime(), Number.POSITIVE_INFINITY]);
  });

  it.each<[string, LoanSpan, LoanSpan, boolean]>([
    ['one within the other', aLoan(-5, 5), aLoan(1, 2), true],
    ['one behind the other', aLoan(-5, 5), aLoan(5, 8), false],
    ['one that came back early', aLoan(-5, 5, -1), aLoan(0, 8), false],
    ['one that is overdue, and any later', aLoan(-5, -1), aLoan(30, 31), true],
    ['both to come, apart', aLoan(1, 2), aLoan(3, 4), false],
    ['both to come, by an hour', aLoan(1, 2.05), aLoan(2, 3), true],
  ])('and another: %s', (_, one, other, overlap) => {
    expect([loansOverlap(one, other, NOW), loansOverlap(other, one, NOW)]).toEqual([
      overlap,
      overlap,
    ]);
  });
});
