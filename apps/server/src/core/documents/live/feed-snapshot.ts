import type { Queries } from '../../database/database.ts';

/**
 * The transactions that a read saw: all below `low`, and those below `high` that were not
 * `open`.
 */
export type FeedSnapshot = {
  readonly low: bigint;
  readonly high: bigint;
  readonly open: ReadonlySet<bigint>;
};

/** Parses PostgreSQL's text form, `low:high:open,open`. */
export function parseSnapshot(text: string): FeedSnapshot {
  const [low = '0', high = '0', open = ''] = text.split(':');
  return {
    low: BigInt(low),
    high: BigInt(high),
    open: new Set(open === '' ? [] : open.split(',').map(BigInt)),
  };
}

export const formatSnapshot = ({ low, high, open }: FeedSnapshot): string =>
  `${low}:${high}:${[...open].join(',')}`;

export const sawTransaction = (snapshot: FeedSnapshot, xid: bigint): boolean =>
  xid < snapshot.low || (xid < snapshot.high && !snapshot.open.has(xid));

/** Whether `snapshot` saw every transaction that `other` saw. */
export function hasSeenAll(snapshot: FeedSnapshot, other: FeedSnapshot): boolean {
  for (const xid of snapshot.open) if (sawTransaction(other, xid)) return false;
  // This snapshot saw no transaction from `high` on.
  for (let xid = snapshot.high; xid < other.high; xid += 1n)
    if (sawTransaction(other, xid)) return false;
  return true;
}

/** Makes all later statements of the transaction read one snapshot, and returns it. */
export async function holdSnapshot(queries: Queries): Promise<FeedSnapshot> {
  await queries.query({ text: 'set transaction isolation level repeatable read, read only' });
  const [row] = await queries.query<{ snapshot: string }>({
    name: 'read_feed_snapshot',
    text: 'select pg_current_snapshot()::text as snapshot',
  });
  return parseSnapshot(row?.snapshot ?? '');
}
