import { refuse } from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import type { PlacedRow } from '../../core/documents/document-row.ts';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';
import { readRows } from '../../core/documents/writing/document-locks.ts';
import type { RowChange } from '../../core/documents/writing/unique-keys.ts';

/**
 * Any fixed class that no other advisory lock of ours has (documents/writing/document-locks.ts).
 */
const TREE_CLASS = 72_670;

/**
 * The tree of organisations stays one whoever writes it: what moves stands where its parent stands
 * at that moment, and takes all that lies below it along. Those who change a tree wait for each
 * other, so that of two moves none hangs below the other.
 * @throws ProblemError `domain-tree-conflict` when somebody else moved or made a part meanwhile
 */
export const keepDomainTree: Invariant = async (batch, queries) => {
  const standing = batch.flatMap(({ before, after }) =>
    after?.collection === 'domain' &&
    (before === null || chainOf(before) !== chainOf(after)) &&
    typeof after.data['parentDomainId'] === 'string'
      ? [{ before, after }]
      : [],
  );
  const roots = new Set(standing.map(({ after }) => textOf(after, 'rootDomainId')));
  // In the order of their ids, so that no two wait for each other.
  for (const root of [...roots].toSorted())
    await queries.query({
      name: 'lock-tree',
      text: 'select pg_advisory_xact_lock($1::int, hashtext($2))',
      values: [TREE_CLASS, root],
    });
  for (const { before, after } of standing) {
    if (before === null) await keepBeginning(after, batch, queries);
    else await keepMoved(after, batch, queries);
  }
};

/**
 * Made below one that moved a moment ago; a parent that is not there is the placement's to refuse.
 */
async function keepBeginning(
  made: PlacedRow,
  batch: readonly RowChange[],
  queries: Queries,
): Promise<void> {
  const parent = await domainAt(textOf(made, 'parentDomainId'), batch, queries);
  if (
    parent !== null &&
    JSON.stringify(textsOf(made)) !== JSON.stringify([...textsOf(parent), parent.id])
  )
    throw refuse('domain-tree-conflict');
}

async function keepMoved(
  moved: PlacedRow,
  batch: readonly RowChange[],
  queries: Queries,
): Promise<void> {
  const parent = await domainAt(textOf(moved, 'parentDomainId'), batch, queries);
  const chain = textsOf(moved);
  if (
    parent === null ||
    chain.includes(moved.id) ||
    JSON.stringify(chain) !== JSON.stringify([...textsOf(parent), parent.id])
  )
    throw refuse('domain-tree-conflict');
  const left = await queries.query({
    name: 'domain-parts-left',
    text: `select 1 from documents where collection = 'domain' and parent_path = '' and data @> jsonb_build_object('ancestorIds', jsonb_build_array($1::text)) and path <> all($2) limit 1`,
    values: [moved.id, batch.map(({ before, after }) => (after ?? before)?.path ?? '')],
  });
  if (left.length > 0) throw refuse('domain-tree-conflict');
}

async function domainAt(
  id: string,
  batch: readonly RowChange[],
  queries: Queries,
): Promise<PlacedRow | null> {
  const path = `domain/${id}`;
  const written = batch.find(({ before, after }) => (after ?? before)?.path === path);
  return written === undefined
    ? ((await readRows(queries, [path])).get(path) ?? null)
    : written.after;
}

const textOf = ({ data }: PlacedRow, field: string): string =>
  typeof data[field] === 'string' ? data[field] : '';
const textsOf = ({ data }: PlacedRow): string[] =>
  Array.isArray(data['ancestorIds'])
    ? data['ancestorIds'].filter((item): item is string => typeof item === 'string')
    : [];
const chainOf = (row: PlacedRow): string =>
  JSON.stringify([row.data['parentDomainId'] ?? null, textsOf(row)]);
