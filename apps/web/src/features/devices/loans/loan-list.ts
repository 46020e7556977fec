import { LOAN_STATES, loanStateAt, type LoanState } from '@yamori/domain';
import {
  compareNames,
  matchesSearch,
  type ListConfig,
  type ListState,
} from '../../../kit/list/list-url-state.ts';
import { type Loan } from './loan-source.ts';

const LOAN_SORTS = ['until', 'from', 'serial', 'borrower'] as const;
type LoanSort = (typeof LOAN_SORTS)[number];
const LOAN_COLUMNS = [
  'serial',
  'state',
  'borrower',
  'owner',
  'from',
  'until',
  'returned',
  'note',
] as const;
export type LoanColumn = (typeof LOAN_COLUMNS)[number];
export type LoanListState = ListState<LoanSort, LoanColumn>;

export const LOAN_LIST: ListConfig<LoanSort, LoanColumn> = {
  facets: ['state', 'borrower'],
  known: { state: LOAN_STATES },
  sorts: LOAN_SORTS,
  columns: LOAN_COLUMNS,
  defaultColumns: ['serial', 'state', 'borrower', 'owner', 'from', 'until', 'note'],
};

/** Filters that the server does not apply. */
export const needsAllLoans = ({ text, facets, sort, descending }: LoanListState): boolean =>
  text.trim() !== '' ||
  (facets['state'] !== null && facets['state'] !== 'returned') ||
  sort !== 'until' ||
  descending;

export function shownLoans(
  loans: readonly Loan[],
  { text, facets, sort, descending }: LoanListState,
  getOrganisation: (id: string) => string,
  nowMs: number,
): readonly Loan[] {
  const turn = descending ? -1 : 1;
  const isOver = facets['state'] === 'returned';
  const compare: Readonly<Record<LoanSort, (a: Loan, b: Loan) => number>> = {
    // Ended loans come sorted by newest return.
    until: (a, b) =>
      isOver
        ? (b.returnedAt?.getTime() ?? 0) - (a.returnedAt?.getTime() ?? 0)
        : a.until.getTime() - b.until.getTime(),
    from: (a, b) => a.from.getTime() - b.from.getTime(),
    serial: (a, b) => compareNames(a.serial, b.serial),
    borrower: (a, b) => compareNames(getOrganisation(a.toDomainId), getOrganisation(b.toDomainId)),
  };
  return loans
    .filter((loan) => {
      const state: LoanState = loanStateAt(loan, nowMs);
      if (facets['state'] !== null && state !== facets['state']) return false;
      return matchesSearch(
        [
          loan.serial,
          getOrganisation(loan.toDomainId),
          getOrganisation(loan.fromDomainId),
          loan.note,
        ],
        text,
      );
    })
    .toSorted((a, b) => compare[sort](a, b) * turn || compareNames(a.serial, b.serial));
}
