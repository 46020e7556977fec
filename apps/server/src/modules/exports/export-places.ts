import { refuse } from '@yamori/domain';
import type { ExportLimits } from './export-parts.ts';

/** The member who exports, and the root organisation of the data. */
type ExportReader = { readonly userId: string; readonly rootDomainId: string };

/**
 * Limits concurrent exports, so that neither a member nor an organisation uses all places of a
 * server. The result takes a place and returns its idempotent release.
 */
export function createExportPlaces(limits: ExportLimits): (reader: ExportReader) => () => void {
  const taken = new Set<ExportReader>();
  return ({ userId, rootDomainId }) => {
    const held = [...taken];
    if (held.filter((one) => one.userId === userId).length >= limits.exportsOfMember)
      throw refuse('limit-exports-own', {
        retryAfterSeconds: 10,
        details: { limit: limits.exportsOfMember },
      });
    const ofOrganisation = held.filter((one) => one.rootDomainId === rootDomainId).length;
    if (held.length >= limits.concurrentExports || ofOrganisation >= limits.exportsOfOrganisation)
      throw refuse('limit-exports', { retryAfterSeconds: 10 });
    const place = { userId, rootDomainId };
    taken.add(place);
    return () => void taken.delete(place);
  };
}
