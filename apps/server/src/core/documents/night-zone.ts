import { domainCollection } from '@yamori/domain';
import type { DocumentStore } from './document-store.ts';

/** Time zone and start of nights of an organisation. */
export type NightZone = { readonly timeZone: string; readonly nightStartsAt: string };

const zoneFields = domainCollection.schema.pick({ timeZone: true, nightStartsAt: true }).strip();

export async function nightZoneOf(store: DocumentStore, domainId: string): Promise<NightZone> {
  const [domain] = domainId === '' ? [] : await store.read([`domain/${domainId}`]);
  return zoneFields.parse(domain?.data ?? {});
}
