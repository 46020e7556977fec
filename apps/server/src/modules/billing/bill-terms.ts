import { billTermsCollection, refuse, type DataOf } from '@yamori/domain';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Agency } from '../../core/documents/run-agency.ts';

export const termsPath = (agencyId: string): string => `domain/${agencyId}/billTerms/current`;

/** What the agency's bills say of itself. @throws ProblemError `bill-terms-missing` */
export async function termsOf(store: DocumentStore, { id }: Agency): Promise<DataOf<'billTerms'>> {
  const [terms] = await store.read([termsPath(id)]);
  return termsIn(terms?.data);
}

/** @throws ProblemError `bill-terms-missing` */
export function termsIn(data: unknown): DataOf<'billTerms'> {
  const found = billTermsCollection.schema.safeParse(data);
  if (!found.success) throw refuse('bill-terms-missing', { place: 'terms' });
  return found.data;
}
