import { refuse } from '@yamori/domain';
import type { Queries } from '../../database/database.ts';
import type { StoredBill } from './bill-documents.ts';

/**
 * No day of a device is asked for twice: where what broke off, or two at one instant, left it on two drafts, one of them is issued. Asked
 * while the agency's number is held, so that of two who issue at one instant the later one sees what the earlier one did.
 * @throws ProblemError `bill-days-taken`
 */
export async function refuseBilledDays(queries: Queries, agencyId: string, { path, bill }: StoredBill): Promise<void> {
  const days = bill.lines.flatMap(({ evidence }) => evidence.flatMap(({ serial, days: numbers }) => numbers.map((day) => ({ serial, day }))));
  const [taken] = await queries.query({
    name: 'bill-days-taken',
    text: `select 1 as taken from documents other, jsonb_array_elements(other.data->'lines') line, jsonb_array_elements(line->'evidence') device, jsonb_array_elements(device->'days') day
      where other.collection = 'bill' and other.parent_path = $1 and other.data->>'month' = $2 and other.data->>'state' in ('issued', 'paid') and other.path <> $3
        and (device->>'serial', day::int) in (select * from unnest($4::text[], $5::int[])) limit 1`,
    values: [`domain/${agencyId}`, bill.month, path, days.map(({ serial }) => serial), days.map(({ day }) => day)],
  });
  if (taken !== undefined) throw refuse('bill-days-taken', { place: path });
}
