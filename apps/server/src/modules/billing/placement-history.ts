import type { Queries } from '../../core/database/database.ts';
import type { PlacedRow } from '../../core/documents/document-row.ts';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';

/**
 * Records the previous place of a room or an organisation when it moves or is deleted, because a
 * bill needs to know who had a room on a day of last month. Without a move there is no row: the
 * document has the place.
 */
export const recordPlacements = (now: () => Date): Invariant => ({
  on: { room: ['domainId'], domain: ['ancestorIds'] },
  check: async (batch, queries) => {
    for (const { before, after } of batch) {
      if (before === null) continue;
      const parents = getParents(before);
      const isUnmoved =
        parents === null || (after !== null && isSamePlace(parents, getParents(after)));
      if (!isUnmoved) await insertPlacement(queries, before, parents, now());
    }
  },
});

/**
 * Returns the organisations above a room or an organisation; null for other documents and for a
 * room without an organisation.
 */
function getParents({ collection, parentPath, data }: PlacedRow): readonly string[] | null {
  if (parentPath !== '') return null;
  if (collection === 'room')
    return typeof data['domainId'] === 'string' ? [data['domainId']] : null;
  if (collection !== 'domain') return null;
  return Array.isArray(data['ancestorIds'])
    ? data['ancestorIds'].filter((id): id is string => typeof id === 'string')
    : [];
}

const isSamePlace = (a: readonly string[], b: readonly string[] | null): boolean =>
  b !== null && a.length === b.length && a.every((id, index) => id === b[index]);

async function insertPlacement(
  queries: Queries,
  { path, placement }: PlacedRow,
  parents: readonly string[],
  untilAt: Date,
): Promise<void> {
  await queries.query({
    name: 'insert_past_placement',
    text: 'insert into past_standings (root_domain_id, path, above, until_at) values ($1, $2, $3, $4)',
    values: [placement.rootDomainId, path, parents, untilAt],
  });
}
