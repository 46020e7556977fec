import { refuse } from '@yamori/domain';
import type { ExportLimits } from './export-parts.ts';

/** Who has a file made, of whose timeline. */
export type ExportReader = { readonly userId: string; readonly rootDomainId: string };

/**
 * Counts files that are being made, so that neither a member nor an organisation takes all places
 * of a server.
 * @returns takes a place and gives what leaves it; leaving twice is leaving once
 * @throws ProblemError (when taking) `limit-exports-own`, `limit-exports`
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
    if (held.length >= limits.exportsAtOnce || ofOrganisation >= limits.exportsOfOrganisation)
      throw refuse('limit-exports', { retryAfterSeconds: 10 });
    const place = { userId, rootDomainId };
    taken.add(place);
    return () => void taken.delete(place);
  };
}
