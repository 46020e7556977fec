import { domainCollection, type Actor, type CallPlace, type Carer } from '@yamori/domain';
import { z } from 'zod';
import type { DocumentStore } from './document-store.ts';

/**
 * Whose a room is, and whether that is a home. @param value `domainId` of the room, as it was read
 */
export async function placeOfRoom(store: DocumentStore, value: unknown): Promise<CallPlace> {
  const domainId = typeof value === 'string' ? value : null;
  const [domain] = domainId === null ? [] : await store.read([`domain/${domainId}`]);
  return { domainId, isHome: domainKind.safeParse(domain?.data['kind']).data === 'individual' };
}
const domainKind = domainCollection.schema.shape.kind;

/** Somebody who says that they go, by the name that they have now. */
export async function carerOf(store: DocumentStore, { userId }: Actor): Promise<Carer> {
  const [member] = await store.read([`staff/${userId}`]);
  return { userId, name: staffName.parse(member?.data) };
}
const staffName = z
  .object({ name: z.string() })
  .transform(({ name }) => name)
  .catch('');
