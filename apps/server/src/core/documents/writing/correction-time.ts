import {
  isDocumentMap,
  refuse,
  type Actor,
  type DocumentMap,
  type DocumentValue,
} from '@yamori/domain';
import type { PlacedRow } from '../document-row.ts';

/** As far as the clock of somebody's own device may be from the server's. */
export const MOST_CORRECTION_LAG_MS = 5 * 60_000;
/** Of one member to one night; a night takes a thousand from all. */
export const MOST_CORRECTIONS_OF_ONE = 200;

/**
 * A correction is made when it is written: the newest counts (specification, section 5), so one
 * that is dated back or ahead would stand below or above others for ever. The server's clock is
 * that of the commit.
 * @throws ProblemError `correction-time-invalid`, `correction-limit-reached`
 */
export function refuseCorrections(actor: Actor, before: PlacedRow | null, after: PlacedRow): void {
  if (after.collection !== 'sleep') return;
  const corrections = correctionsOf(after);
  const added = corrections.slice(correctionsOf(before).length);
  if (
    added.some(
      ({ editedAt }) =>
        !(editedAt instanceof Date) ||
        !(Math.abs(editedAt.getTime() - after.updatedAt.getTime()) <= MOST_CORRECTION_LAG_MS),
    )
  ) {
    throw refuse('correction-time-invalid', { place: 'edits' });
  }
  const own = corrections.filter(({ editedBy }) => editedBy === actor.userId).length;
  if (added.length > 0 && own > MOST_CORRECTIONS_OF_ONE)
    throw refuse('correction-limit-reached', { details: { limit: MOST_CORRECTIONS_OF_ONE } });
}

const correctionsOf = (row: PlacedRow | null): DocumentMap[] => {
  const edits = row?.data['edits'];
  return Array.isArray(edits) ? edits.map(mapOf) : [];
};

/** What is no map has no time: the rule of nights has refused it already. */
const mapOf = (value: DocumentValue): DocumentMap => (isDocumentMap(value) ? value : {});
