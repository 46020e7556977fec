import { refuse, VIEW_FIELDS, viewCollection, viewFaults } from '@yamori/domain';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';

/**
 * A view names what there is, each once: a column that no list has would silently show nothing, or
 * everything. Fields that were there before and are left as they were may name what an older
 * version knew.
 * @throws ProblemError `document-invalid` at the field
 */
export const keepViews: Invariant = async (batch) => {
  for (const { before, after } of batch) {
    if (after === null || after.collection !== 'view' || after.parentPath !== '') continue;
    const changed = VIEW_FIELDS.filter(
      (field) =>
        before === null ||
        JSON.stringify(before.data[field] ?? []) !== JSON.stringify(after.data[field] ?? []),
    );
    const parsed = viewCollection.schema.strip().safeParse(after.data);
    // What its schema does not take is refused there.
    const issues = parsed.success
      ? viewFaults(parsed.data).filter(({ field }) => changed.some((one) => one === field))
      : [];
    if (issues.length > 0) throw refuse('document-invalid', { place: after.path, issues });
  }
};
