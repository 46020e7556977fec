import type { Queries } from '../../core/database/database.ts';

/** Formats a number for the paper: at least six digits; the count continues across years. */
export const numberText = (count: number): string => String(count).padStart(6, '0');

/**
 * Returns an agency's next bill number without taking it. `takeNumber` takes it in the commit that
 * uses it.
 */
export async function nextNumber(
  queries: Queries,
  rootDomainId: string,
  agencyId: string,
): Promise<number> {
  const [row] = await queries.query<{ last: number }>({
    name: 'read_bill_number',
    text: 'select last from bill_numbers where root_domain_id = $1 and domain_id = $2',
    values: [rootDomainId, agencyId],
  });
  return (row?.last ?? 0) + 1;
}

/**
 * Takes `count` if it is still the next number, and returns whether it was. A concurrent call waits
 * for this transaction, then gets false.
 */
export async function takeNumber(
  queries: Queries,
  rootDomainId: string,
  agencyId: string,
  count: number,
): Promise<boolean> {
  const taken = await queries.query({
    name: 'take_bill_number',
    text: `insert into bill_numbers (root_domain_id, domain_id, last) select $1, $2, $3::int where $3 = 1 or exists (select 1 from bill_numbers where root_domain_id = $1 and domain_id = $2)
      on conflict (root_domain_id, domain_id) do update set last = excluded.last where bill_numbers.last = excluded.last - 1 returning last`,
    values: [rootDomainId, agencyId, count],
  });
  return taken.length === 1;
}
