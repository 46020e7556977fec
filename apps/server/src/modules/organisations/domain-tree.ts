import { ProblemError } from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import { type PlacedRow, readRows } from '../../core/documents/document-row.ts';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';
import type { RowChange } from '../../core/documents/writing/unique-keys.ts';

/** A class that no other advisory lock uses (see document-locks.ts). */
const TREE_CLASS = 72_670;

/**
 * Invariant: organisations form a tree. A moved organisation gets its parent's current ancestors
 * and takes all its descendants along. Changes of a tree are serialised, so that two concurrent
 * moves cannot form a cycle. Throws `domain-tree-conflict` after a concurrent change.
 */
export const maintainDomainTree: Invariant = {
  on: { domain: ['parentDomainId', 'ancestorIds'] },
  check: async (batch, queries) => {
    const placed = batch.flatMap(({ before, after }) =>
      after?.collection === 'domain' &&
      (before === null || toChainKey(before) !== toChainKey(after)) &&
      typeof after.data['parentDomainId'] === 'string'
        ? [{ before, after }]
        : [],
    );
    const roots = new Set(placed.map(({ after }) => getText(after, 'rootDomainId')));
    // Lock in a fixed order to avoid deadlocks.
    for (const root of [...roots].toSorted())
      await queries.query({
        name: 'lock_domain_tree',
        text: 'select pg_advisory_xact_lock($1::int, hashtext($2))',
        values: [TREE_CLASS, root],
      });
    for (const { before, after } of placed) {
      if (before === null) await checkCreated(after, batch, queries);
      else await checkMoved(after, batch, queries);
    }
  },
};

/** Checks a new organisation against its parent. A missing parent is rejected elsewhere. */
async function checkCreated(
  made: PlacedRow,
  batch: readonly RowChange[],
  queries: Queries,
): Promise<void> {
  const parent = await readDomain(getText(made, 'parentDomainId'), batch, queries);
  if (
    parent !== null &&
    JSON.stringify(getAncestorIds(made)) !== JSON.stringify([...getAncestorIds(parent), parent.id])
  )
    throw new ProblemError('domain-tree-conflict');
}

async function checkMoved(
  moved: PlacedRow,
  batch: readonly RowChange[],
  queries: Queries,
): Promise<void> {
  const parent = await readDomain(getText(moved, 'parentDomainId'), batch, queries);
  const chain = getAncestorIds(moved);
  if (
    parent === null ||
    chain.includes(moved.id) ||
    JSON.stringify(chain) !== JSON.stringify([...getAncestorIds(parent), parent.id])
  )
    throw new ProblemError('domain-tree-conflict');
  const left = await queries.query({
    name: 'find_domain_parts_left',
    text: `select 1 from documents where collection = 'domain' and parent_path = '' and data @> jsonb_build_object('ancestorIds', jsonb_build_array($1::text)) and path <> all($2) limit 1`,
    values: [moved.id, batch.map(({ before, after }) => (after ?? before)?.path ?? '')],
  });
  if (left.length > 0) throw new ProblemError('domain-tree-conflict');
}

async function readDomain(
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

const getText = ({ data }: PlacedRow, field: string): string =>
  typeof data[field] === 'string' ? data[field] : '';
const getAncestorIds = ({ data }: PlacedRow): string[] =>
  Array.isArray(data['ancestorIds'])
    ? data['ancestorIds'].filter((item): item is string => typeof item === 'string')
    : [];
const toChainKey = (row: PlacedRow): string =>
  JSON.stringify([row.data['parentDomainId'] ?? null, getAncestorIds(row)]);
