import { ProblemError } from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import type { StoredBill } from './bill-documents.ts';

/**
 * Rejects a bill with a device-day that another issued bill already charges, in its own month or as
 * a late day. An interrupted run or two concurrent runs can put a day on two drafts; only one of
 * them can be issued. Runs while the agency's number row is locked, so it sees every bill issued
 * before.
 */
export async function rejectBilledDays(
  queries: Queries,
  agencyId: string,
  { path, bill }: StoredBill,
): Promise<void> {
  const days = bill.lines.flatMap(({ month = bill.month, evidence }) =>
    evidence.flatMap(({ serial, days: numbers }) => numbers.map((day) => ({ serial, month, day }))),
  );
  const [taken] = await queries.query({
    name: 'find_billed_days',
    text: `select 1 as taken from documents other, jsonb_array_elements(other.data->'lines') line, jsonb_array_elements(line->'evidence') device, jsonb_array_elements(device->'days') day
      where other.collection = 'bill' and other.parent_path = $1 and other.data->>'month' >= $2 and other.data->>'state' in ('issued', 'paid') and other.path <> $3
        and coalesce(line->>'month', other.data->>'month') = any($7)
        and (device->>'serial', coalesce(line->>'month', other.data->>'month'), day::int) in (select * from unnest($4::text[], $5::text[], $6::int[])) limit 1`,
    values: [
      `domain/${agencyId}`,
      days.reduce((first, { month }) => (month < first ? month : first), bill.month),
      path,
      days.map(({ serial }) => serial),
      days.map(({ month }) => month),
      days.map(({ day }) => day),
      [...new Set(days.map(({ month }) => month))],
    ],
  });
  if (taken !== undefined) throw new ProblemError('bill-days-taken', { place: path });
}
