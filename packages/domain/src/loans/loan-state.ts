/** Of a device from one organisation to another: what says when it is where. */
export type LoanSpan = {
  readonly from: Date;
  readonly until: Date;
  readonly returnedAt: Date | null;
};

/**
 * `planned` has not begun; `running` and `overdue` are with the borrower, the second longer than
 * was agreed; `returned` is over. A loan ends when the device comes back and not by its date:
 * nobody's room goes dark at midnight because a form was not filled in.
 */
export const LOAN_STATES = ['planned', 'running', 'overdue', 'returned'] as const;
export type LoanState = (typeof LOAN_STATES)[number];

export function loanStateAt({ from, until, returnedAt }: LoanSpan, nowMs: number): LoanState {
  if (returnedAt !== null) return 'returned';
  if (nowMs < from.getTime()) return 'planned';
  return nowMs < until.getTime() ? 'running' : 'overdue';
}

/** The borrower has the device. */
export const isWithBorrower = (state: LoanState): boolean =>
  state === 'running' || state === 'overdue';

/**
 * Until when a loan takes its device, in milliseconds; one that is overdue has no end until the
 * device is back.
 */
export function loanEndMs(loan: LoanSpan, nowMs: number): number {
  if (loan.returnedAt !== null) return loan.returnedAt.getTime();
  return loanStateAt(loan, nowMs) === 'overdue' ? Number.POSITIVE_INFINITY : loan.until.getTime();
}

/** Whether two loans would have one device at one time. */
export const loansOverlap = (one: LoanSpan, other: LoanSpan, nowMs: number): boolean =>
  one.from.getTime() < loanEndMs(other, nowMs) && other.from.getTime() < loanEndMs(one, nowMs);
