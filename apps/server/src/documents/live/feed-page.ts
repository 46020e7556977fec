import type { Database } from '../../database/database.ts';
import { placeOf, rowFromImage, type PlacedRow, type RowImage } from '../document-row.ts';

/** One document before and after a transaction's write of it. */
export type FeedChange = Pick<PlacedRow, 'path' | 'collection' | 'parentPath'> & {
  readonly xid: bigint;
  readonly before: PlacedRow | null;
  readonly after: PlacedRow | null;
};

type ChangeColumns = {
  low: string;
  high: string;
  xid: string | null;
  seq: string | null;
  path: string | null;
  before: RowImage | null;
  after: RowImage | null;
};
/** Behind the last change that was read. */
export type FeedPosition = { readonly xid: bigint; readonly seq: string };

/** `low`: the oldest open transaction, `high`: the next one, at the moment of reading. */
export type FeedPage = {
  readonly low: bigint;
  readonly high: bigint;
  readonly last: FeedPosition | null;
  readonly changes: FeedChange[];
};

/** The snapshot of this statement bounds it: below its lowest open transaction nothing new can be committed any more. */
const PAGE = `
  with bound as (select pg_snapshot_xmin(pg_current_snapshot()) as low, pg_snapshot_xmax(pg_current_snapshot()) as high)
  select bound.low::text, bound.high::text, change.xid::text, change.seq, change.path, change.before, change.after
  from bound left join lateral (
    select xid, seq, path, before, after from document_changes
    where (xid, seq) > ($1::text::xid8, $2::bigint) and xid < bound.low order by xid, seq limit $3
  ) change on true order by change.xid, change.seq`;

export async function readPage(
  database: Database,
  after: FeedPosition,
  rows: number,
): Promise<FeedPage> {
  const columns = await database.query<ChangeColumns>({
    name: 'feed-page',
    text: PAGE,
    values: [String(after.xid), after.seq, rows],
  });
  const changes = columns.flatMap(({ path, xid, before, after: stored }) =>
    path === null || xid === null ? [] : [feedChange(path, BigInt(xid), before, stored)],
  );
  const [first] = columns;
  const last = columns.at(-1);
  return {
    low: BigInt(first?.low ?? '0'),
    high: BigInt(first?.high ?? '0'),
    last: last?.xid && last.seq ? { xid: BigInt(last.xid), seq: last.seq } : null,
    changes,
  };
}

export function feedChange(
  path: string,
  xid: bigint,
  before: RowImage | null,
  after: RowImage | null,
): FeedChange {
  const { collection, parentPath } = placeOf(path);
  return {
    path,
    collection,
    parentPath,
    xid,
    before: before && rowFromImage(path, before),
    after: after && rowFromImage(path, after),
  };
}

/** Forgets changes that are too old for anybody to resume from. Gives their number. */
export async function prune(database: Database, before: Date): Promise<number> {
  const rows = await database.query<{ count: number }>({
    name: 'feed-prune',
    text: `with gone as (delete from document_changes where at < $1 returning 1) select count(*)::int as count from gone`,
    values: [before],
  });
  return rows[0]?.count ?? 0;
}
