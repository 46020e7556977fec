/** A loan of a device from one organisation to another. */
export type LoanSpan = {
  readonly from: Date;
  readonly until: Date;
  readonly returnedAt: Date | null;
};

/**
 * `planned`: not started. `running` and `overdue`: with the borrower, before and after the agreed
 * end. `returned`: over. A loan ends when the device is returned, not at the agreed time: a missing
 * form must not stop the monitoring of a room at midnight.
 */
export const LOAN_STATES = ['planned', 'running', 'overdue', 'returned'] as const;
export type LoanState = (typeof LOAN_STATES)[number];

export function loanStateAt({ from, until, returnedAt }: LoanSpan, nowMs: number): LoanState {
  if (returnedAt !== null) return 'returned';
  if (nowMs < from.getTime()) return 'planned';
  return nowMs < until.getTime() ? 'running' : 'overdue';
}

export const isWithBorrower = (state: LoanState): boolean =>
  state === 'running' || state === 'overdue';

/** End of a loan in milliseconds; infinite while it is overdue. */
export function loanEndMs(loan: LoanSpan, nowMs: number): number {
  if (loan.returnedAt !== null) return loan.returnedAt.getTime();
  return loanStateAt(loan, nowMs) === 'overdue' ? Number.POSITIVE_INFINITY : loan.until.getTime();
}

/** Whether two loans need one device at the same time. */
export const loansOverlap = (one: LoanSpan, other: LoanSpan, nowMs: number): boolean =>
  one.from.getTime() < loanEndMs(other, nowMs) && other.from.getTime() < loanEndMs(one, nowMs);
