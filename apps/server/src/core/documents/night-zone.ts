import { domainCollection } from '@yamori/domain';
import type { DocumentStore } from './document-store.ts';

/** Where and when nights of an organisation begin. */
export type NightZone = { readonly timeZone: string; readonly nightStartsAt: string };

const zoneFields = domainCollection.schema.pick({ timeZone: true, nightStartsAt: true }).strip();

export async function nightZoneOf(store: DocumentStore, domainId: string): Promise<NightZone> {
  const [domain] = domainId === '' ? [] : await store.read([`domain/${domainId}`]);
  return zoneFields.parse(domain?.data ?? {});
}
