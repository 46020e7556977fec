import { domainCollection, type AccidentPlace, type Actor, type Responder } from '@yamori/domain';
import { z } from 'zod';
import type { DocumentStore } from './document-store.ts';

/** The organisation of a room. `data`: of the room's document, unvalidated. */
export function getPlace({
  data,
}: {
  readonly data: Readonly<Record<string, unknown>>;
}): AccidentPlace {
  const { domainId } = data;
  return { domainId: typeof domainId === 'string' ? domainId : null };
}

/** The member as a responder, with their current name. */
export async function readResponder(store: DocumentStore, { userId }: Actor): Promise<Responder> {
  const [member] = await store.read([`staff/${userId}`]);
  return { userId, name: staffName.parse(member?.data) };
}
const staffName = z
  .object({ name: z.string() })
  .transform(({ name }) => name)
  .catch('');

/** Time zone and start of nights of an organisation. */
export type NightZone = { readonly timeZone: string; readonly nightStartsAt: string };

const zoneFields = domainCollection.schema.pick({ timeZone: true, nightStartsAt: true }).strip();

export async function readNightZone(store: DocumentStore, domainId: string): Promise<NightZone> {
  const [domain] = domainId === '' ? [] : await store.read([`domain/${domainId}`]);
  return zoneFields.parse(domain?.data ?? {});
}
