import { isStaleDraft, ProblemError } from '@yamori/domain';
import { readRows } from '../../core/documents/document-row.ts';
import type { Queries } from '../../core/database/database.ts';
import { type StoredBill, parseTerms, termsPath } from './bill-documents.ts';
import { parseCustomers, parsePartners, parseTypeNames } from './billable-days.ts';

/**
 * Rejects a draft if a price, a customer, a partner or a name has changed since it was made, even
 * while its paper was drawn. Runs in the commit that issues the draft, so it sees every change
 * committed before. A partner who has ended is reported by agencies/partner-invariants.ts instead.
 */
export async function rejectStaleDraft(
  queries: Queries,
  agencyId: string,
  { path, bill }: StoredBill,
): Promise<void> {
  const getIds = <Id>(getId: (line: StoredBill['bill']['lines'][number]) => Id): Id[] => [
    ...new Set(bill.lines.map(getId)),
  ];
  const customerIds = [...getIds(({ customerId }) => customerId), bill.recipient.id];
  const typeIds = getIds(({ typeId }) => typeId).filter((typeId) => typeId !== undefined);
  const partnerPaths = await queries.query<{ path: string }>({
    name: 'list_partners',
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
  const getRows = (collection: string) => rows.filter((row) => row.collection === collection);
  const partners = parsePartners(getRows('partner'));
  if (
    bill.recipient.kind === 'partner' &&
    partners.some(({ id, state }) => id === bill.recipient.id && state === 'ended')
  )
    return;
  const now = {
    terms: parseTerms(getRows('billTerms')[0]?.data),
    partners,
    customers: parseCustomers(getRows('domain')),
    typeNames: parseTypeNames(getRows('deviceType')),
  };
  if (isStaleDraft(bill, now)) throw new ProblemError('bill-draft-stale-conflict', { place: path });
}
