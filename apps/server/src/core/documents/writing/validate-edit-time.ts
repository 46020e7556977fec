import {
  isDocumentMap,
  ProblemError,
  type Actor,
  type DocumentMap,
  type DocumentValue,
} from '@yamori/domain';
import type { PlacedRow } from '../document-row.ts';

/** Tolerance for the clock of a member's device. */
export const MAX_CORRECTION_LAG_MS = 5 * 60_000;
/** Corrections of one member to one night; all members together may make a thousand. */
export const MAX_CORRECTIONS_PER_MEMBER = 200;

/**
 * A correction must be dated when it is written. The newest correction counts (specification,
 * section 5), so one with a false date would always win or lose. The commit's clock is the
 * server's.
 */
export function validateEditTime(actor: Actor, before: PlacedRow | null, after: PlacedRow): void {
  if (after.collection !== 'sleep') return;
  const corrections = readCorrections(after);
  const added = corrections.slice(readCorrections(before).length);
  if (
    added.some(
      ({ editedAt }) =>
        !(editedAt instanceof Date) ||
        !(Math.abs(editedAt.getTime() - after.updatedAt.getTime()) <= MAX_CORRECTION_LAG_MS),
    )
  ) {
    throw new ProblemError('correction-time-invalid', { place: 'edits' });
  }
  const own = corrections.filter(({ editedBy }) => editedBy === actor.userId).length;
  if (added.length > 0 && own > MAX_CORRECTIONS_PER_MEMBER)
    throw new ProblemError('correction-limit-reached', {
      details: { limit: MAX_CORRECTIONS_PER_MEMBER },
    });
}

const readCorrections = (row: PlacedRow | null): DocumentMap[] => {
  const edits = row?.data['edits'];
  return Array.isArray(edits) ? edits.map(toMap) : [];
};

/** Entries that are not maps have no time; the rule for nights has already rejected them. */
const toMap = (value: DocumentValue): DocumentMap => (isDocumentMap(value) ? value : {});
