import type { Queries } from '../../core/database/database.ts';
import type { PlacedRow } from '../../core/documents/document-row.ts';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';

/**
 * Where a room or an organisation stood until now is written down when it moves or goes, whoever
 * moves it: a bill asks who had a room on a day of last month. What never moved has no row; its
 * document says it.
 */
export const keepStandings = (now: () => Date): Invariant => ({
  on: { room: ['domainId'], domain: ['ancestorIds'] },
  check: async (batch, queries) => {
    for (const { before, after } of batch) {
      const stood = before === null ? null : standingOf(before);
      if (
        before === null ||
        stood === null ||
        (after !== null && sameStanding(stood, standingOf(after)))
      )
        continue;
      await write(queries, before, stood, now());
    }
  },
});

/** Null for what stands nowhere: other documents, and a room whose organisation is not known. */
function standingOf({ collection, parentPath, data }: PlacedRow): readonly string[] | null {
  if (parentPath !== '') return null;
  if (collection === 'room')
    return typeof data['domainId'] === 'string' ? [data['domainId']] : null;
  if (collection !== 'domain') return null;
  return Array.isArray(data['ancestorIds'])
    ? data['ancestorIds'].filter((id): id is string => typeof id === 'string')
    : [];
}

const sameStanding = (a: readonly string[], b: readonly string[] | null): boolean =>
  b !== null && a.length === b.length && a.every((id, index) => id === b[index]);

async function write(
  queries: Queries,
  { path, placement }: PlacedRow,
  above: readonly string[],
  at: Date,
): Promise<void> {
  await queries.query({
    name: 'past-standing',
    text: 'insert into past_standings (root_domain_id, path, above, until_at) values ($1, $2, $3, $4)',
    values: [placement.rootDomainId, path, above, at],
  });
}
