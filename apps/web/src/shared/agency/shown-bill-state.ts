import { localDate, type BillState } from '@yamori/domain';

/** The displayed state: an issued bill past its due date is overdue. */
export type ShownBillState = BillState | 'overdue';
type Dated = { readonly state: BillState; readonly dueAt: Date | null; readonly timeZone: string };

/** It is due until the end of its due date. */
export const shownBillState = ({ state, dueAt, timeZone }: Dated, nowMs: number): ShownBillState =>
  state === 'issued' &&
  dueAt !== null &&
  localDate(nowMs, timeZone) > localDate(dueAt.getTime(), timeZone)
    ? 'overdue'
    : state;
