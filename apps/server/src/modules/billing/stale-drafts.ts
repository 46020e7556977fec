import { isStaleDraft, refuse } from '@yamori/domain';
import { readRows } from '../../core/documents/writing/document-locks.ts';
import type { Queries } from '../../core/database/database.ts';
import type { StoredBill } from './bill-documents.ts';
import { customersIn, partnersIn, typeNamesIn } from './billable-days.ts';
import { termsIn, termsPath } from './bill-terms.ts';

/**
 * Refuses a draft that would be another one by now: somebody changed a price, a customer, a partner
 * or a name since it was made, also while its paper was drawn. Asked within the commit that issues
 * it, of what is committed then: who changes something later changes it after the issue. Of a
 * partner who ended it the commit itself says that they did (agencies/keep-partners.ts).
 * @throws ProblemError `bill-terms-missing`, `bill-draft-stale-conflict`
 */
export async function refuseStaleDraft(
  queries: Queries,
  agencyId: string,
  { path, bill }: StoredBill,
): Promise<void> {
  const of = <Id>(each: (line: StoredBill['bill']['lines'][number]) => Id): Id[] => [
    ...new Set(bill.lines.map(each)),
  ];
  const customerIds = [...of(({ customerId }) => customerId), bill.recipient.id];
  const typeIds = of(({ typeId }) => typeId).filter((typeId) => typeId !== undefined);
  const partnerPaths = await queries.query<{ path: string }>({
    name: 'bill-partners',
    text: `select path from documents where collection = 'partner' and parent_path = $1`,
    values: [`domain/${agencyId}`],
  });
  const rows = [
    ...(
      await readRows(queries, [
        termsPath(agencyId),
        ...partnerPaths.map((partner) => partner.path),
        ...customerIds.map((id) => `domain/${id}`),
        ...typeIds.map((id) => `deviceType/${id}`),
      ])
    ).values(),
  ];
  const within = (collection: string) => rows.filter((row) => row.collection === collection);
  const partners = partnersIn(within('partner'));
  if (
    bill.recipient.kind === 'partner' &&
    partners.some(({ id, state }) => id === bill.recipient.id && state === 'ended')
  )
    return;
  const now = {
    terms: termsIn(within('billTerms')[0]?.data),
    partners,
    customers: customersIn(within('domain')),
    typeNames: typeNamesIn(within('deviceType')),
  };
  if (isStaleDraft(bill, now)) throw refuse('bill-draft-stale-conflict', { place: path });
}
