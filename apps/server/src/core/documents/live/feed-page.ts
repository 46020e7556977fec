import type { Database } from '../../database/database.ts';
import { splitDocumentPath, rowFromImage, type PlacedRow, type RowImage } from '../document-row.ts';
import { parseSnapshot, type FeedSnapshot } from './feed-snapshot.ts';

/** A document before and after the write of a transaction. */
export type FeedChange = Pick<PlacedRow, 'path' | 'collection' | 'parentPath'> & {
  readonly xid: bigint;
  readonly before: PlacedRow | null;
  readonly after: PlacedRow | null;
};

/** Last change read of a tree: the number of its commit, and its number within the commit. */
export type TreePosition = { readonly seq: bigint; readonly n: number };
/** By root organisation; a tree that is missing has not been read. */
type TreePositions = ReadonlyMap<string, TreePosition>;

type FeedPage = {
  /**
   * Snapshot of the read. Beyond the positions, a page that is not full contains everything
   * visible.
   */
  readonly snapshot: FeedSnapshot;
  /** In commit order within each tree and for each document. */
  readonly changes: FeedChange[];
  /** Positions after the page, for trees with changes. */
  readonly positions: TreePositions;
};

type HeadColumns = { snapshot: string; tree: string | null; seq: string | null; n: number | null };

/** Position of the newest commit of every tree. */
export async function readHeads(
  database: Database,
): Promise<{ readonly snapshot: FeedSnapshot; readonly positions: Map<string, TreePosition> }> {
  const columns = await database.query<HeadColumns>({
    name: 'read_feed_heads',
    text: `select pg_current_snapshot()::text as snapshot, head.root_domain_id as tree, head.seq, head.n
      from (values (1)) as one left join tree_head head on true`,
  });
  const positions = new Map<string, TreePosition>();
  for (const { tree, seq, n } of columns)
    if (tree !== null && seq !== null) positions.set(tree, { seq: BigInt(seq), n: n ?? 0 });
  return { snapshot: parseSnapshot(columns[0]?.snapshot ?? ''), positions };
}

type ChangeColumns = {
  snapshot: string;
  tree: string | null;
  seq: string;
  n: number;
  xid: string;
  path: string;
  before: RowImage | null;
  after: RowImage | null;
};

/**
 * Reads only trees whose head has moved. A commit locks its tree's head until it ends, so a visible
 * change implies that all earlier ones of its tree are visible, regardless of other open
 * transactions.
 */
const PAGE = `
  with known as (
    select * from unnest($1::text[], $2::bigint[], $3::int[]) as known (root_domain_id, seq, n)
  )
  select pg_current_snapshot()::text as snapshot, change.root_domain_id as tree, change.seq, change.n, change.xid::text,
    change.path, change.before, change.after
  from (values (1)) as one left join lateral (
    select next.* from tree_head head
    left join known on known.root_domain_id = head.root_domain_id
    cross join lateral (
      select * from document_changes
      where root_domain_id = head.root_domain_id and (seq, n) > (coalesce(known.seq, 0), coalesce(known.n, 0))
      order by seq, n limit $4
    ) next
    where (head.seq, head.n) > (coalesce(known.seq, 0), coalesce(known.n, 0))
    order by next.ordinal limit $4
  ) change on true order by change.ordinal`;

export async function readPage(
  database: Database,
  after: TreePositions,
  rows: number,
): Promise<FeedPage> {
  const known = [...after.values()];
  const columns = await database.query<ChangeColumns>({
    name: 'read_feed_page',
    text: PAGE,
    values: [[...after.keys()], known.map(({ seq }) => String(seq)), known.map(({ n }) => n), rows],
  });
  const changes: FeedChange[] = [];
  const positions = new Map<string, TreePosition>();
  for (const { tree, seq, n, xid, path, before, after: stored } of columns) {
    if (tree === null) continue;
    changes.push(feedChange(path, BigInt(xid), before, stored));
    positions.set(tree, { seq: BigInt(seq), n });
  }
  return { snapshot: parseSnapshot(columns[0]?.snapshot ?? ''), changes, positions };
}

export function feedChange(
  path: string,
  xid: bigint,
  before: RowImage | null,
  after: RowImage | null,
): FeedChange {
  const { collection, parentPath } = splitDocumentPath(path);
  return {
    path,
    collection,
    parentPath,
    xid,
    before: before && rowFromImage(path, before),
    after: after && rowFromImage(path, after),
  };
}

/** Deletes changes that are too old to resume from; returns how many. */
export async function prune(database: Database, before: Date): Promise<number> {
  const rows = await database.query<{ count: number }>({
    name: 'prune_feed',
    text: `with gone as (delete from document_changes where at < $1 returning 1) select count(*)::int as count from gone`,
    values: [before],
  });
  return rows[0]?.count ?? 0;
}
