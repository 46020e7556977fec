import { isTimeZone, refuse } from '@yamori/domain';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';

/**
 * Invariant: an organisation has a known time zone, because nights, bills and notifications depend
 * on it. It is not part of the schema, so that older documents stay readable.
 */
export const keepZones: Invariant = {
  on: { domain: ['timeZone'] },
  check: async (batch) => {
    for (const { before, after } of batch) {
      if (after === null || after.collection !== 'domain' || after.parentPath !== '') continue;
      const timeZone = after.data['timeZone'];
      if (
        typeof timeZone !== 'string' ||
        timeZone === before?.data['timeZone'] ||
        isTimeZone(timeZone)
      )
        continue;
      throw refuse('document-invalid', {
        place: after.path,
        issues: [{ field: 'timeZone', code: 'value-wrong' }],
      });
    }
  },
};
