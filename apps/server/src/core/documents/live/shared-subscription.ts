import type { Problem, WireDocument } from '@yamori/domain';
import type { Database, Queries } from '../../database/database.ts';
import type { FeedChange } from '../change-feed.ts';
import { feedChange } from './feed-page.ts';
import type { DocumentLimits } from '../document-limits.ts';
import { formatSnapshot, type FeedSnapshot } from './feed-snapshot.ts';
import type { RowImage, PlacedRow } from '../document-row.ts';
import type { DocumentStore } from '../document-store.ts';
import type { LiveListener } from './live-listener.ts';
import type { LiveTarget } from './live-target.ts';
import { getCollectionName } from '../document-rights.ts';
import { NO_TOKEN, writeToken, type ResumePoint } from './resume-token.ts';
import type { Presentation, ReadDocument } from '../document-presentation.ts';

/** Shared subscription of all readers with the same query and rights: matches and encodes once. */
export type SharedSubscription = {
  readonly target: LiveTarget;
  /** Receives a change that may affect the target, in feed order. */
  readonly collect: (change: FeedChange) => void;
  /** All changes of a read are collected: deliver them. */
  readonly settle: () => void;
  readonly join: (listener: LiveListener, resume: ResumePoint | null) => void;
  readonly leave: (listener: LiveListener) => void;
  readonly size: () => number;
  /**
   * Whether a reader has no valid token: it has read ahead of the feed, or the feed is within a
   * backlog.
   */
  readonly isUnsettled: () => boolean;
  /** Reloads everything for all readers. */
  readonly reload: () => void;
  /**
   * Delivers pending changes to readers that accept them again. Returns true while one is behind.
   */
  readonly catchUp: () => boolean;
  /** Sends a fresh token to readers that have received nothing for long. */
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
  /** The subscriptions have the changes of all transactions that it saw; null within a backlog. */
  readonly position: () => FeedSnapshot | null;
  /**
   * Null if the feed has reached this snapshot; otherwise wakes the feed and returns the snapshot.
   */
  readonly getMissing: (snapshot: FeedSnapshot) => FeedSnapshot | null;
  /** Logs a failure and returns the problem for the readers. */
  readonly explain: (error: unknown) => Problem;
};

/** Resume token for the feed's position; empty if the reader is ahead of it or within a backlog. */
export function issueToken(
  target: LiveTarget,
  context: LiveContext,
  ahead: FeedSnapshot | null,
): string {
  const position = context.position();
  if (position === null || ahead !== null) return NO_TOKEN;
  return writeToken(target, { seen: position, issuedAtMs: context.clock().getTime() });
}

type ChangeColumns = { xid: string; path: string; before: RowImage | null; after: RowImage | null };

/**
 * Changes of the target's collection between `seen` and the caller's snapshot; null if there are
 * more than `atMost`.
 */
export async function changesSince(
  queries: Queries,
  target: LiveTarget,
  seen: FeedSnapshot,
  atMost: number,
): Promise<FeedChange[] | null> {
  const slash = target.query.collection.lastIndexOf('/');
  const parentPath = slash < 0 ? '' : target.query.collection.slice(0, slash);
  const parent = target.query.group ? null : parentPath;
  const columns = await queries.query<ChangeColumns>({
    name: 'read_changes_since',
    text: `select xid::text, path, before, after from document_changes where collection = $1
      and document_changes.xid >= pg_snapshot_xmin($2::pg_snapshot) and not pg_visible_in_snapshot(document_changes.xid, $2::pg_snapshot)
      and ($3::text is null or parent_path = $3) and ($4::text is null or path = $4) order by ordinal limit $5`,
    values: [
      getCollectionName(target.query),
      formatSnapshot(seen),
      parent,
      target.path,
      atMost + 1,
    ],
  });
  return columns.length > atMost
    ? null
    : columns.map(({ path, xid, before, after }) => feedChange(path, BigInt(xid), before, after));
}

type ChangeEncoder = (row: PlacedRow, target: LiveTarget) => WireDocument;

/** Validates a changed document once and encodes it once for each set of visible fields. */
export function createChangeEncoder(presentation: Presentation): ChangeEncoder {
  const checked = new WeakMap<PlacedRow, ReadDocument>();
  const encoded = new WeakMap<PlacedRow, Map<string, WireDocument>>();
  return (row, target) => {
    const shown = JSON.stringify([target.hidden, target.query.select]);
    const known = encoded.get(row) ?? new Map<string, WireDocument>();
    encoded.set(row, known);
    const document = checked.get(row) ?? presentation.check(row);
    checked.set(row, document);
    const wire =
      known.get(shown) ?? presentation.wire(document, target.hidden, target.query.select);
    known.set(shown, wire);
    return wire;
  };
}
