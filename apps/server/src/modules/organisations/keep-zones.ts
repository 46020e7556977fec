import { isTimeZone, refuse } from '@yamori/domain';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';

/**
 * An organisation's time zone is one that there is, by whoever it is written: nights, bills and
 * notices are reckoned by it. What was there before stays readable, so this is no part of the
 * schema.
 * @throws ProblemError `document-invalid` at the field
 */
export const keepZones: Invariant = async (batch) => {
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
};
