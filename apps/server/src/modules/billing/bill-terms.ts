import { billTermsCollection, refuse, type DataOf } from '@yamori/domain';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Agency } from '../../core/documents/run-agency.ts';

export const termsPath = (agencyId: string): string => `domain/${agencyId}/billTerms/current`;

/** Reads an agency's billing terms: issuer, bank account and prices. */
export async function readTerms(
  store: DocumentStore,
  { id }: Agency,
): Promise<DataOf<'billTerms'>> {
  const [terms] = await store.read([termsPath(id)]);
  return parseTerms(terms?.data);
}

export function parseTerms(data: unknown): DataOf<'billTerms'> {
  const found = billTermsCollection.schema.safeParse(data);
  if (!found.success) throw refuse('bill-terms-missing', { place: 'terms' });
  return found.data;
}
