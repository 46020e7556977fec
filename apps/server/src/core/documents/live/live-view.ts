import type { Problem } from '@yamori/domain';
import type { Database, Queries } from '../../database/database.ts';
import type { ChangeEncoder } from './change-encoder.ts';
import type { FeedChange } from '../change-feed.ts';
import { feedChange } from './feed-page.ts';
import type { DocumentLimits } from '../document-limits.ts';
import { formatSnapshot, type FeedSnapshot } from './feed-snapshot.ts';
import type { RowImage } from '../document-row.ts';
import type { DocumentStore } from '../document-store.ts';
import type { LiveListener } from './live-listener.ts';
import type { LiveTarget } from './live-target.ts';
import { collectionNameOf } from '../document-rights.ts';
import type { ResumePoint } from './resume-token.ts';

/**
 * Everybody who reads the same documents with the same rights: changes are matched and encoded for
 * them once.
 */
export type LiveView = {
  readonly target: LiveTarget;
  /** A change that may touch the target, in the order of the feed. */
  readonly collect: (change: FeedChange) => void;
  /** The changes of a reading of the feed are all told: deliver. */
  readonly settle: () => void;
  readonly join: (listener: LiveListener, resume: ResumePoint | null) => void;
  readonly leave: (listener: LiveListener) => void;
  readonly size: () => number;
  /**
   * Whether a reader waits to be told where it stands: it has read ahead of the feed, or the feed
   * is within a backlog.
   */
  readonly isUnsettled: () => boolean;
  /** Everything again, for everybody. */
  readonly reload: () => void;
  /** Gives readers that take again what they missed. True while one is behind. */
  readonly catchUp: () => boolean;
  /** A token of now for readers that have been told nothing for long. */
  readonly refresh: () => void;
};

export type LiveCounters = {
  delivered: number;
  coalesced: number;
  loads: number;
  resumed: number;
  reloads: number;
};

export type LiveContext = {
  readonly database: Database;
  readonly store: DocumentStore;
  readonly encode: ChangeEncoder;
  readonly limits: DocumentLimits;
  readonly clock: () => Date;
  readonly counters: LiveCounters;
  /** The views have all changes that it saw; null in the middle of a backlog. */
  readonly position: () => FeedSnapshot | null;
  /**
   * What a reading of the database is ahead of the feed by: null when the feed has come that far;
   * else it is made to read on.
   */
  readonly aheadOf: (snapshot: FeedSnapshot) => FeedSnapshot | null;
  /** Logs a failure and names it to the readers. */
  readonly explain: (error: unknown) => Problem;
};

type ChangeColumns = { xid: string; path: string; before: RowImage | null; after: RowImage | null };

/**
 * Changes of the target's collection that an earlier reading did not see, as far as the caller's
 * snapshot sees; null for too many to be worth it.
 */
export async function changesSince(
  queries: Queries,
  target: LiveTarget,
  seen: FeedSnapshot,
  atMost: number,
): Promise<FeedChange[] | null> {
  const slash = target.query.collection.lastIndexOf('/');
  const parent = target.query.group
    ? null
    : slash < 0
      ? ''
      : target.query.collection.slice(0, slash);
  const columns = await queries.query<ChangeColumns>({
    name: 'changes-since',
    text: `select xid::text, path, before, after from document_changes where collection = $1
      and document_changes.xid >= pg_snapshot_xmin($2::pg_snapshot) and not pg_visible_in_snapshot(document_changes.xid, $2::pg_snapshot)
      and ($3::text is null or parent_path = $3) and ($4::text is null or path = $4) order by ordinal limit $5`,
    values: [collectionNameOf(target.query), formatSnapshot(seen), parent, target.path, atMost + 1],
  });
  return columns.length > atMost
    ? null
    : columns.map(({ path, xid, before, after }) => feedChange(path, BigInt(xid), before, after));
}
