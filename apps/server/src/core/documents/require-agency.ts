import { getAgencyAccess, domainCollection, ProblemError, type Actor } from '@yamori/domain';
import type { DocumentStore } from './document-store.ts';

export type Agency = {
  readonly id: string;
  readonly rootDomainId: string;
  readonly timeZone: string;
};

const fields = domainCollection.schema.pick({ rootDomainId: true, timeZone: true }).strip();

/** Requires an agency that the actor may run. */
export async function requireAgency(
  store: DocumentStore,
  actor: Actor,
  domainId: string,
): Promise<Agency> {
  const access = getAgencyAccess(actor, domainId);
  const [domain] = access === 'hidden' ? [] : await store.read([`domain/${domainId}`]);
  const read = fields.safeParse(domain?.data);
  if (domain === undefined || domain === null || !read.success)
    throw new ProblemError('domain-not-found');
  if (access !== 'run') throw new ProblemError('access-refused');
  return { id: domainId, ...read.data };
}
