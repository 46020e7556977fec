import { isTimeZone, ProblemError, VIEW_FIELDS, viewCollection, viewFaults } from '@yamori/domain';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';

/**
 * Invariant: a view names known fields, each once; an unknown column would show nothing or
 * everything. Unchanged lists may contain names of older versions.
 */
export const checkViews: Invariant = {
  on: { view: 'any' },
  check: async (batch) => {
    for (const { before, after } of batch) {
      if (after === null || after.collection !== 'view' || after.parentPath !== '') continue;
      const changed = VIEW_FIELDS.filter(
        (field) =>
          before === null ||
          JSON.stringify(before.data[field] ?? []) !== JSON.stringify(after.data[field] ?? []),
      );
      const parsed = viewCollection.schema.strip().safeParse(after.data);
      // The schema rejects it.
      const issues = parsed.success
        ? viewFaults(parsed.data).filter(({ field }) => changed.some((one) => one === field))
        : [];
      if (issues.length > 0)
        throw new ProblemError('document-invalid', { place: after.path, issues });
    }
  },
};

/**
 * Invariant: an organisation has a known time zone, because nights, bills and notifications depend
 * on it. It is not part of the schema, so that older documents stay readable.
 */
export const checkTimeZones: Invariant = {
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
      throw new ProblemError('document-invalid', {
        place: after.path,
        issues: [{ field: 'timeZone', code: 'value-wrong' }],
      });
    }
  },
};
