import { domainCollection, type Actor, type AccidentPlace, type Carer } from '@yamori/domain';
import { z } from 'zod';
import type { DocumentStore } from './document-store.ts';

/**
 * Organisation of a room, and whether it is a home. `value`: `domainId` of the room, unvalidated.
 */
export async function placeOfRoom(store: DocumentStore, value: unknown): Promise<AccidentPlace> {
  const domainId = typeof value === 'string' ? value : null;
  const [domain] = domainId === null ? [] : await store.read([`domain/${domainId}`]);
  return { domainId, isHome: domainKind.safeParse(domain?.data['kind']).data === 'individual' };
}
const domainKind = domainCollection.schema.shape.kind;

/** The member as a responder, with their current name. */
export async function carerOf(store: DocumentStore, { userId }: Actor): Promise<Carer> {
  const [member] = await store.read([`staff/${userId}`]);
  return { userId, name: staffName.parse(member?.data) };
}
const staffName = z
  .object({ name: z.string() })
  .transform(({ name }) => name)
  .catch('');
