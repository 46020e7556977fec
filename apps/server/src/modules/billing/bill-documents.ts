import {
  billCollection,
  query,
  type DocumentData,
  billTermsCollection,
  ProblemError,
} from '@yamori/domain';
import type { ReadDocument } from '../../core/documents/document-presentation.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Agency } from '../../core/documents/require-agency.ts';

export type StoredBill = {
  readonly path: string;
  readonly id: string;
  readonly version: string;
  readonly updatedAt: Date;
  readonly bill: DocumentData<'bill'>;
};

export const billPath = (agencyId: string, billId: string): string =>
  `domain/${agencyId}/bill/${billId}`;

/** Returns null if the bill does not exist or does not match the schema. */
export async function readBill(
  store: DocumentStore,
  agencyId: string,
  billId: string,
): Promise<StoredBill | null> {
  const [document] = await store.read([billPath(agencyId, billId)]);
  return document === null || document === undefined ? null : parseStoredBill(document);
}

/** Lists the bills of a month and of all later months, cancelled bills included. */
export async function billsSince(
  store: DocumentStore,
  agencyId: string,
  month: string,
): Promise<StoredBill[]> {
  const found = await store.list(
    query.parse({
      collection: `domain/${agencyId}/bill`,
      filters: [{ field: ['month'], op: '>=', value: month }],
    }),
  );
  return found.flatMap((document) => parseStoredBill(document) ?? []);
}

function parseStoredBill({ path, id, version, updatedAt, data }: ReadDocument): StoredBill | null {
  const bill = billCollection.schema.safeParse(data);
  return bill.success ? { path, id, version, updatedAt, bill: bill.data } : null;
}

export const termsPath = (agencyId: string): string => `domain/${agencyId}/billTerms/current`;

/** Reads an agency's billing terms: issuer, bank account and prices. */
export async function readTerms(
  store: DocumentStore,
  { id }: Agency,
): Promise<DocumentData<'billTerms'>> {
  const [terms] = await store.read([termsPath(id)]);
  return parseTerms(terms?.data);
}

export function parseTerms(data: unknown): DocumentData<'billTerms'> {
  const found = billTermsCollection.schema.safeParse(data);
  if (!found.success) throw new ProblemError('bill-terms-missing', { place: 'terms' });
  return found.data;
}
