import { ProblemError } from '@yamori/domain';
import { createConcurrencyLimit } from '../../core/limits.ts';
import type { ExportLimits } from './export-context.ts';

/** The member who exports, and the root organisation of the data. */
type ExportReader = { readonly userId: string; readonly rootDomainId: string };

/**
 * Limits concurrent exports, so that neither a member nor an organisation uses all places of a
 * server. The result takes a place and returns its idempotent release.
 */
export function createExportPlaces(limits: ExportLimits): (reader: ExportReader) => () => void {
  const acquire = createConcurrencyLimit({
    member: limits.exportsPerMember,
    server: limits.concurrentExports,
    organisation: limits.exportsPerOrganisation,
  });
  return ({ userId, rootDomainId }) => {
    const place = acquire({ member: userId, server: '', organisation: rootDomainId });
    if (place.kind === 'acquired') return place.release;
    if (place.limit === 'member')
      throw new ProblemError('limit-exports-own', {
        retryAfterSeconds: 10,
        details: { limit: limits.exportsPerMember },
      });
    throw new ProblemError('limit-exports', { retryAfterSeconds: 10 });
  };
}
