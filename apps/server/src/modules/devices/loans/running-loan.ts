import { isWithBorrower, loanStateAt, type deviceLoanCollection } from '@yamori/domain';
import type { z } from 'zod';

export type Loan = z.infer<typeof deviceLoanCollection.schema>;

/** The borrower of a device and the end of the loan. */
export type Lent = { readonly borrowedBy: string; readonly borrowedUntil: Date };

/**
 * Returns the running loan: it has begun and the device is not back, even if it is overdue. Of two
 * such loans the later one counts.
 */
export function runningLoan(loans: readonly Loan[], nowMs: number): Lent | null {
  const running = loans.filter((loan) => isWithBorrower(loanStateAt(loan, nowMs)));
  const [latest] = running.toSorted((one, other) => other.from.getTime() - one.from.getTime());
  return latest === undefined
    ? null
    : { borrowedBy: latest.toDomainId, borrowedUntil: latest.until };
}
