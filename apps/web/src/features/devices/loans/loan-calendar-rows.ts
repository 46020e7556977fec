import { loanEndMs, loanStateAt, type LoanState } from '@yamori/domain';
import { compareNames } from '../../../kit/list/list-url-state.ts';
import type { Loan } from './loan-source.ts';

/** A loan on the calendar, as shares of the width from the left edge. */
export type LoanBar = {
  readonly loan: Loan;
  readonly state: LoanState;
  readonly left: number;
  readonly width: number;
  /** Share of the bar after the agreed end. */
  readonly late: number;
  readonly goesOn: boolean;
};
export type LoanRow = { readonly serial: string; readonly bars: readonly LoanBar[] };

type CalendarRange = { readonly fromMs: number; readonly toMs: number };

/** One row for each device, overdue ones first, with its loans in the range in order of time. */
export function loanRows(
  loans: readonly Loan[],
  { fromMs, toMs }: CalendarRange,
  nowMs: number,
): readonly LoanRow[] {
  const rows = [...Map.groupBy(loans, ({ serial }) => serial)].flatMap(
    ([serial, own]): LoanRow[] => {
      const bars = own
        .toSorted((one, other) => one.from.getTime() - other.from.getTime())
        .flatMap((loan) => toBar(loan, { fromMs, toMs }, nowMs) ?? []);
      return bars.length === 0 ? [] : [{ serial, bars }];
    },
  );
  const isOverdue = ({ bars }: LoanRow): boolean => bars.some(({ state }) => state === 'overdue');
  return rows.toSorted(
    (one, other) =>
      Number(isOverdue(other)) - Number(isOverdue(one)) || compareNames(one.serial, other.serial),
  );
}

function toBar(loan: Loan, { fromMs, toMs }: CalendarRange, nowMs: number): LoanBar | null {
  const state = loanStateAt(loan, nowMs);
  // An overdue loan extends to now.
  const endMs =
    state === 'overdue' ? Math.max(nowMs, loan.until.getTime()) : loanEndMs(loan, nowMs);
  const [left, right] = [Math.max(fromMs, loan.from.getTime()), Math.min(toMs, endMs)];
  if (right <= left) return null;
  const share = (ms: number): number => ms / (toMs - fromMs);
  const lateMs = Math.max(0, right - Math.max(left, loan.until.getTime()));
  return {
    loan,
    state,
    left: share(left - fromMs),
    width: share(right - left),
    late: lateMs / (right - left),
    goesOn: endMs > toMs,
  };
}
