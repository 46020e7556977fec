import { isWithBorrower, loanStateAt, type deviceLoanCollection } from '@yamori/domain';
import type { z } from 'zod';

export type Loan = z.infer<typeof deviceLoanCollection.schema>;

/** Who has a device for how long because of a loan. */
export type Lent = { readonly borrowedBy: string; readonly borrowedUntil: Date };

/**
 * A loan runs from its beginning until the device came back, also when it is overdue; of two the
 * later one counts.
 */
export function runningLoan(loans: readonly Loan[], nowMs: number): Lent | null {
  const running = loans.filter((loan) => isWithBorrower(loanStateAt(loan, nowMs)));
  const [latest] = running.toSorted((one, other) => other.from.getTime() - one.from.getTime());
  return latest === undefined
    ? null
    : { borrowedBy: latest.toDomainId, borrowedUntil: latest.until };
}
