import {
  compareNames,
  matchesSearch,
  type ListConfig,
  type ListState,
} from '../../kit/list/list-url-state.ts';
import { shownBillState, type ShownBillState } from '../../shared/agency/shown-bill-state.ts';
import { sumDays, type Bill } from './api.ts';

const BILL_SORTS = [
  'recipient',
  'month',
  'number',
  'total',
  'days',
  'state',
  'issuedAt',
  'dueAt',
] as const;
export type BillSort = (typeof BILL_SORTS)[number];
const BILL_COLUMNS = [
  'recipient',
  'month',
  'number',
  'state',
  'days',
  'subtotal',
  'tax',
  'total',
  'issuedAt',
  'dueAt',
  'cancellation',
  'paidOn',
] as const;
export type BillColumn = (typeof BILL_COLUMNS)[number];
export const SHOWN_STATES: readonly ShownBillState[] = [
  'draft',
  'issued',
  'overdue',
  'paid',
  'void',
];

export const BILL_LIST: ListConfig<BillSort, BillColumn> = {
  facets: ['state'],
  known: { state: SHOWN_STATES },
  sorts: BILL_SORTS,
  columns: BILL_COLUMNS,
  defaultColumns: [
    'recipient',
    'month',
    'number',
    'state',
    'days',
    'tax',
    'total',
    'issuedAt',
    'dueAt',
    'cancellation',
  ],
};
/** Unpaid bills start with the earliest due date. */
export const UNPAID_BILL_LIST: typeof BILL_LIST = {
  ...BILL_LIST,
  sorts: ['dueAt', ...BILL_SORTS.filter((sort) => sort !== 'dueAt')],
};

export function shownBills(
  bills: readonly Bill[],
  { text, facets, sort, descending }: ListState<BillSort, BillColumn>,
  nowMs: number,
): readonly Bill[] {
  const turn = descending ? -1 : 1;
  const compare: Readonly<Record<BillSort, (a: Bill, b: Bill) => number>> = {
    recipient: (a, b) => compareNames(a.recipient.name, b.recipient.name),
    month: (a, b) => compareNames(a.month, b.month),
    issuedAt: (a, b) => toSortTime(a.issuedAt) - toSortTime(b.issuedAt),
    dueAt: (a, b) => toSortTime(a.dueAt) - toSortTime(b.dueAt),
    number: (a, b) => compareNames(a.number ?? '', b.number ?? ''),
    total: (a, b) => a.total - b.total,
    days: (a, b) => sumDays(a) - sumDays(b),
    state: (a, b) =>
      SHOWN_STATES.indexOf(shownBillState(a, nowMs)) -
      SHOWN_STATES.indexOf(shownBillState(b, nowMs)),
  };
  return bills
    .filter(
      (bill) =>
        (facets['state'] === null || shownBillState(bill, nowMs) === facets['state']) &&
        matchesSearch(
          [bill.recipient.name, bill.number ?? '', bill.cancellation?.number ?? ''],
          text,
        ),
    )
    .toSorted(
      (a, b) =>
        compare[sort](a, b) * turn ||
        compareNames(a.recipient.name, b.recipient.name) ||
        compareNames(a.documentReferenceId, b.documentReferenceId),
    );
}

/** Bills without a date sort last. */
const toSortTime = (at: Date | null): number => at?.getTime() ?? Number.MAX_SAFE_INTEGER;

/**
 * The total of issued bills, paid or not, and the total of drafts; cancelled bills do not count.
 * Null without such bills.
 */
export function askedTotals(bills: readonly Bill[]): {
  readonly issued: number | null;
  readonly drafts: number | null;
} {
  const sumTotals = (own: readonly Bill[]): number | null =>
    own.length === 0 ? null : own.reduce((sum, { total }) => sum + total, 0);
  return {
    issued: sumTotals(bills.filter(({ state }) => state === 'issued' || state === 'paid')),
    drafts: sumTotals(bills.filter(({ state }) => state === 'draft')),
  };
}

type StateTotal = {
  readonly state: ShownBillState;
  readonly count: number;
  readonly total: number;
};

/**
 * For each state present, the number of bills and their total with tax; for cancelled bills, the
 * original total.
 */
export function totalsByState(bills: readonly Bill[], nowMs: number): readonly StateTotal[] {
  const byState = Map.groupBy(bills, (bill) => shownBillState(bill, nowMs));
  return SHOWN_STATES.flatMap((state) => {
    const own = byState.get(state) ?? [];
    return own.length === 0
      ? []
      : [{ state, count: own.length, total: own.reduce((sum, { total }) => sum + total, 0) }];
  });
}
