import { localDate } from '@yamori/domain';
import { shownBillState, type ShownBillState } from '../../shared/agency/shown-bill-state.ts';
import { saveFile } from '../../kit/save-file.ts';
import { sumTax, type Bill } from './api.ts';

/** Names of columns and states in the user's language. */
type BillCsvNames = {
  readonly columns: readonly string[];
  readonly state: (state: ShownBillState) => string;
};

/** One row for each bill in the order of the list, dates in the bill's time zone. */
function billRows(
  bills: readonly Bill[],
  names: BillCsvNames,
  nowMs: number,
): (string | number)[][] {
  return [
    [...names.columns],
    ...bills.map((bill) => {
      const day = (at: Date | null): string =>
        at === null ? '' : localDate(at.getTime(), bill.timeZone);
      return [
        bill.recipient.name,
        bill.month,
        bill.number ?? '',
        names.state(shownBillState(bill, nowMs)),
        bill.subtotal,
        sumTax(bill),
        bill.total,
        day(bill.issuedAt),
        day(bill.dueAt),
        bill.paidOn ?? '',
      ];
    }),
  ];
}

export async function saveBillsCsv(
  bills: readonly Bill[],
  names: BillCsvNames,
  nowMs: number,
  fileName: string,
): Promise<void> {
  const { writeCsv } = await import('@yamori/formats');
  saveFile(
    new Blob([writeCsv(billRows(bills, names, nowMs))], { type: 'text/csv;charset=utf-8' }),
    fileName,
  );
}
