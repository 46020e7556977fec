import { buildBills, monthAt, type LateDays } from '@yamori/domain';
import type { Agency } from '../../core/documents/require-agency.ts';
import { readTerms } from './bill-documents.ts';
import { readBillableDays } from './billable-days.ts';
import type { BillContext } from './generate-bills.ts';

/**
 * Reads the days that arrived after their month's bill and are on no draft yet, as lines of the
 * next draft, and the months that have days of a recipient without a bill (`open`).
 */
export async function readLateDays(context: BillContext, agency: Agency): Promise<LateDays> {
  const running = monthAt(context.now().getTime(), agency.timeZone);
  const { late, open, partners, customers, typeNames, timeZone } = await readBillableDays(
    context,
    agency,
    running,
    null,
  );
  const bills =
    late.length === 0
      ? []
      : buildBills({
          month: running,
          timeZone,
          terms: await readTerms(context.store, agency),
          days: [],
          late,
          partners,
          customers,
          typeNames,
        });
  return {
    late: bills.flatMap(({ recipient: { kind, id, name }, lines }) =>
      lines
        .filter((line) => line.month !== undefined)
        .map((line) => ({ recipient: { kind, id, name }, line })),
    ),
    open: [...Map.groupBy(open, ({ day }) => day.slice(0, 7))]
      .map(([month, days]) => ({ month, days: days.length }))
      .toSorted((a, b) => (a.month < b.month ? -1 : 1)),
  };
}
