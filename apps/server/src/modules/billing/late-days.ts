import { composeBills, monthAt, type LateDays } from '@yamori/domain';
import type { Agency } from '../../core/documents/run-agency.ts';
import { termsOf } from './bill-terms.ts';
import { readBillableDays } from './billable-days.ts';
import type { BillParts } from './generate-bills.ts';

/**
 * Days that arrived after their month's bill and are on no draft yet, as the lines that the next
 * draft will have; and months that have days of somebody without a bill. @throws ProblemError
 * `bill-terms-missing`
 */
export async function readLateDays(parts: BillParts, agency: Agency): Promise<LateDays> {
  const running = monthAt(parts.now().getTime(), agency.timeZone);
  const { late, open, partners, customers, typeNames, timeZone } = await readBillableDays(
    parts,
    agency,
    running,
    null,
  );
  const bills =
    late.length === 0
      ? []
      : composeBills({
          month: running,
          timeZone,
          terms: await termsOf(parts.store, agency),
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
