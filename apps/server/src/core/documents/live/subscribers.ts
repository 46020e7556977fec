import type { WireChange } from '@yamori/domain';
import { hasSeenAll, sawTransaction, type FeedSnapshot } from './feed-snapshot.ts';
import { createPendingChanges, type LiveListener, type PendingChanges } from './live-listener.ts';
import { issueToken, type LiveContext } from './shared-subscription.ts';
import type { LiveTarget } from './live-target.ts';
import { NO_TOKEN } from './resume-token.ts';

/** An encoded change and its transaction. */
export type CollectedChange = { readonly xid: bigint; readonly change: WireChange };
/** Loaded state and its snapshot. */
export type QueryBoundary = {
  readonly snapshot: FeedSnapshot;
  readonly changes: WireChange[];
  readonly reset: boolean;
};

/** `ahead`: snapshot that the feed has not reached yet. `unsettled`: the last token was empty. */
type Reader = {
  ahead: FeedSnapshot | null;
  pending: PendingChanges | 'everything' | null;
  unsettled: boolean;
};

export type Subscribers = {
  /** Delivers the loaded state, then the changes of the feed since. */
  readonly seat: (listener: LiveListener, loaded: QueryBoundary, later: WireChange[]) => void;
  readonly notify: (collected: readonly CollectedChange[]) => void;
  /**
   * Delivers pending changes to readers that accept them again; calls `reload` for those that
   * missed too many. Returns true if one was behind.
   */
  readonly catchUp: (reload: (listener: LiveListener) => void) => boolean;
  readonly refresh: () => void;
  readonly remove: (listener: LiveListener) => void;
  readonly takeAll: () => LiveListener[];
  readonly size: () => number;
  readonly isUnsettled: () => boolean;
};

/**
 * The readers of one subscription. Each receives every change once, in feed order, coalesced while
 * it is behind.
 */
export function createSubscribers(target: LiveTarget, context: LiveContext): Subscribers {
  const readers = new Map<LiveListener, Reader>();
  return {
    seat: (listener, { snapshot, changes, reset }, later) => {
      const ahead = context.getMissing(snapshot);
      // The first token must not cover the changes of the second message.
      const reader: Reader = {
        ahead: later.length > 0 ? snapshot : ahead,
        pending: null,
        unsettled: true,
      };
      readers.set(listener, reader);
      send(target, context, listener, reader, changes, reset);
      reader.ahead = ahead;
      if (later.length > 0 && readers.has(listener))
        sendOrQueue(target, context, listener, reader, later);
    },
    notify: (collected) => {
      const changes = collected.map(({ change }) => change);
      const position = context.position();
      for (const [listener, reader] of readers) {
        const { ahead } = reader;
        const own = ahead
          ? collected.filter(({ xid }) => !sawTransaction(ahead, xid)).map(({ change }) => change)
          : changes;
        if (ahead && position !== null && hasSeenAll(position, ahead)) reader.ahead = null;
        const settles = reader.unsettled && position !== null && reader.ahead === null;
        if (own.length > 0 || settles) sendOrQueue(target, context, listener, reader, own);
      }
    },
    catchUp: (reload) => {
      const late = [...readers].filter(([, reader]) => reader.pending !== null);
      for (const [listener, reader] of late)
        if (!listener.isLagging()) givePending(target, context, listener, reader, reload);
      return late.length > 0;
    },
    refresh: () => {
      for (const [listener, reader] of readers)
        if (!reader.unsettled && reader.pending === null)
          send(target, context, listener, reader, []);
    },
    remove: (listener) => {
      readers.delete(listener);
    },
    takeAll: () => {
      const listeners = [...readers.keys()];
      readers.clear();
      return listeners;
    },
    size: () => readers.size,
    isUnsettled: () => [...readers.values()].some(({ unsettled }) => unsettled),
  };
}

function send(
  target: LiveTarget,
  context: LiveContext,
  listener: LiveListener,
  reader: Reader,
  changes: WireChange[],
  reset = false,
): void {
  const token = issueToken(target, context, reader.ahead);
  reader.unsettled = token === NO_TOKEN;
  context.counters.delivered += changes.length;
  listener.deliver({ changes, reset, current: context.position() !== null, token });
}

function sendOrQueue(
  target: LiveTarget,
  context: LiveContext,
  listener: LiveListener,
  reader: Reader,
  changes: WireChange[],
): void {
  if (reader.pending === null && listener.isLagging())
    reader.pending = createPendingChanges(context.limits.pendingChanges);
  if (reader.pending === null) return send(target, context, listener, reader, changes);
  context.counters.coalesced += changes.length;
  if (reader.pending !== 'everything' && !reader.pending.add(changes))
    reader.pending = 'everything';
}

function givePending(
  target: LiveTarget,
  context: LiveContext,
  listener: LiveListener,
  reader: Reader,
  reload: (listener: LiveListener) => void,
): void {
  const { pending } = reader;
  reader.pending = null;
  if (pending === 'everything') {
    context.counters.reloads += 1;
    reload(listener);
  } else if (pending !== null) send(target, context, listener, reader, pending.take());
}
