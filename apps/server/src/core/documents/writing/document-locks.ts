import type { Queries } from '../../database/database.ts';

/**
 * Writers of one document wait for each other until their transactions end, so each reads the
 * previous writer's data, and the change feed has the changes in that order. PostgreSQL's table of
 * advisory locks has a fixed size, so documents share stripes.
 */
const STRIPES = 4096;
/** Classes of advisory locks, unique in this database. */
const MOVE_CLASS = 72_640;
const DOCUMENT_CLASS = 72_641;
const KEY_CLASS = 72_642;

/**
 * `isMove`: the write may change the place of documents below it, so it runs exclusively.
 */
export async function lockDocuments(
  queries: Queries,
  paths: readonly string[],
  isMove: boolean,
): Promise<void> {
  await (isMove
    ? queries.query({
        name: 'lock_moves',
        text: 'select pg_advisory_xact_lock($1::int, 0)',
        values: [MOVE_CLASS],
      })
    : queries.query({
        name: 'share_moves',
        text: 'select pg_advisory_xact_lock_shared($1::int, 0)',
        values: [MOVE_CLASS],
      }));
  await lockStripes(queries, DOCUMENT_CLASS, paths);
}

/** Take these after the documents' locks, never before, to avoid deadlocks. */
export const lockKeys = (queries: Queries, keys: readonly string[]): Promise<void> =>
  lockStripes(queries, KEY_CLASS, keys);

async function lockStripes(
  queries: Queries,
  lockClass: number,
  names: readonly string[],
): Promise<void> {
  const stripes = [...new Set(names.map(getStripe))].toSorted((a, b) => a - b);
  await queries.query({
    name: 'lock_stripes',
    text: 'select pg_advisory_xact_lock($1::int, stripe) from unnest($2::int[]) as stripe',
    values: [lockClass, stripes],
  });
}

/** FNV-1a over UTF-16 code units, equal on all servers. */
function getStripe(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1)
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % STRIPES;
}
