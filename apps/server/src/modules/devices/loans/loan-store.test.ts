import { describe, expect, it } from 'vitest';
import { runningLoan, type Loan } from './loan-store.ts';

const NOW = Date.parse('2026-11-21T03:00:00Z');
const inHours = (hours: number): Date => new Date(NOW + hours * 3_600_000);
const aLoan = (more: Partial<Loan> = {}): Loan => ({
  serial: 'A',
  fromDomainId: 'stock',
  toDomainId: 'ward',
  from: inHours(-1),
  until: inHours(1),
  returnedAt: null,
  note: '',
  ...more,
});

describe('runningLoan', () => {
  it.each<[string, readonly Loan[], string | null]>([
    ['one that has begun and not ended', [aLoan()], 'ward'],
    ['one from its first moment', [aLoan({ from: inHours(0) })], 'ward'],
    ['none before it begins', [aLoan({ from: inHours(0.001) })], null],
    ['one that is overdue, until it comes back', [aLoan({ until: inHours(-0.5) })], 'ward'],
    ['none once the device came back', [aLoan({ returnedAt: inHours(-0.5) })], null],
    ['none without loans', [], null],
    [
      'the later one of two',
      [aLoan({ toDomainId: 'first', from: inHours(-2) }), aLoan({ toDomainId: 'second' })],
      'second',
    ],
    [
      'the remaining one after the later one is over',
      [
        aLoan({ toDomainId: 'first', from: inHours(-2) }),
        aLoan({ toDomainId: 'second', returnedAt: inHours(-0.1) }),
      ],
      'first',
    ],
  ])('returns %s', (_what, loans, borrower) => {
    expect(runningLoan(loans, NOW)?.borrowedBy ?? null).toBe(borrower);
  });

  it('returns when the loan ends', () =>
    expect(runningLoan([aLoan()], NOW)?.borrowedUntil).toEqual(inHours(1)));
});
