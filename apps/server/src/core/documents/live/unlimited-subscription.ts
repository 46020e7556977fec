import type { WireChange } from '@yamori/domain';
import type { FeedChange } from '../change-feed.ts';
import { holdSnapshot, sawTransaction, type FeedSnapshot } from './feed-snapshot.ts';
import type { LiveListener } from './live-listener.ts';
import { isInTarget, type LiveTarget } from './live-target.ts';
import { changesSince, type LiveContext, type SharedSubscription } from './shared-subscription.ts';
import {
  createSubscribers,
  type QueryBoundary,
  type Subscribers,
  type CollectedChange,
} from './subscribers.ts';

/**
 * A read in progress, the listeners that wait for it, and the changes of the feed since its
 * start.
 */
type Loading = {
  queue: CollectedChange[];
  waiting: LiveListener[];
  readonly resumeFrom: FeedSnapshot | null;
  isOpen: boolean;
};

/**
 * Subscription to a document, or to a query without a limit. Membership of a document does not
 * depend on others, so a change alone determines what to add, modify or remove, and no state is
 * needed.
 */
export function createUnlimitedSubscription(
  target: LiveTarget,
  context: LiveContext,
): SharedSubscription {
  const readers = createSubscribers(target, context);
  const loads = createLoads(target, context, readers);
  const state: { collected: CollectedChange[] } = { collected: [] };
  const load = (listener: LiveListener): void => {
    readers.remove(listener);
    loads.joinFull(listener);
  };
  return {
    target,
    collect: (change) => {
      const wireChange = toWireChange(target, change, context);
      if (wireChange) state.collected.push({ xid: change.xid, change: wireChange });
    },
    settle: () => {
      const { collected } = state;
      state.collected = [];
      loads.queue(collected);
      readers.notify(collected);
    },
    join: (listener, resume) => (resume ? loads.start([listener], resume.seen) : load(listener)),
    leave: (listener) => {
      readers.remove(listener);
      loads.remove(listener);
    },
    size: () => readers.size() + loads.waiting(),
    isUnsettled: () => loads.waiting() > 0 || readers.isUnsettled(),
    reload: () => {
      const listeners = [...readers.takeAll(), ...loads.takeAll()];
      if (listeners.length > 0) loads.start(listeners, null);
    },
    catchUp: () => readers.catchUp(load),
    refresh: readers.refresh,
  };
}

/** Reads for new readers. Readers that arrive during a full read share it. */
function createLoads(target: LiveTarget, context: LiveContext, readers: Subscribers) {
  const loads = new Set<Loading>();
  const finish = (loading: Loading, loaded: QueryBoundary): void => {
    loading.isOpen = false;
    context.counters[loaded.reset ? 'loads' : 'resumed'] += 1;
    const later = loading.queue
      .filter(({ xid }) => !sawTransaction(loaded.snapshot, xid))
      .map(({ change }) => change);
    for (const listener of loading.waiting) {
      // A callback may have closed another listener; those not yet served still count as waiting.
      if (!loading.waiting.includes(listener)) continue;
      loading.waiting = loading.waiting.filter((other) => other !== listener);
      readers.seat(listener, loaded, later);
    }
    loads.delete(loading);
  };
  const start = (waiting: LiveListener[], resumeFrom: FeedSnapshot | null): void => {
    const loading: Loading = { queue: [], waiting, resumeFrom, isOpen: true };
    loads.add(loading);
    readState(target, context, resumeFrom)
      .then(
        (loaded) => finish(loading, loaded),
        (error: unknown) => {
          loading.isOpen = false;
          loads.delete(loading);
          const problem = context.explain(error);
          loading.waiting.forEach((listener) => listener.fail(problem));
        },
      )
      .catch(context.explain);
  };
  return {
    start,
    joinFull: (listener: LiveListener): void => {
      const full = [...loads].find(({ resumeFrom, isOpen }) => resumeFrom === null && isOpen);
      if (full) full.waiting.push(listener);
      else start([listener], null);
    },
    queue: (collected: readonly CollectedChange[]): void => {
      for (const loading of loads) loading.queue.push(...collected);
    },
    remove: (listener: LiveListener): void => {
      for (const loading of loads)
        loading.waiting = loading.waiting.filter((other) => other !== listener);
    },
    /** Returns the waiting listeners and abandons their reads. */
    takeAll: (): LiveListener[] => {
      const listeners = [...loads].flatMap((loading) => loading.waiting.splice(0));
      loads.clear();
      return listeners;
    },
    waiting: (): number => [...loads].reduce((sum, { waiting }) => sum + waiting.length, 0),
  };
}

/** Reads everything, or the changes since `resumeFrom` if they are known. */
const readState = (
  target: LiveTarget,
  context: LiveContext,
  resumeFrom: FeedSnapshot | null,
): Promise<QueryBoundary> =>
  context.database.transaction(async (queries) => {
    const snapshot = await holdSnapshot(queries);
    const since =
      resumeFrom === null || resumeFrom.high > snapshot.high
        ? null
        : await changesSince(queries, target, resumeFrom, context.limits.resumeChanges);
    if (since !== null)
      return { snapshot, changes: differences(target, since, context), reset: false };
    const rows = await context.store.rows(
      target.query,
      target.visibility,
      queries,
      context.limits.subscriptionDocuments,
    );
    return {
      snapshot,
      changes: rows.map((row): WireChange => ({
        kind: 'added',
        document: context.encode(row, target),
      })),
      reset: true,
    };
  });

function toWireChange(
  target: LiveTarget,
  { before, after, path }: FeedChange,
  context: LiveContext,
): WireChange | null {
  const was = isInTarget(target, before);
  if (isInTarget(target, after))
    return { kind: was ? 'modified' : 'added', document: context.encode(after, target) };
  return was ? { kind: 'removed', path } : null;
}

/** One change per document, for a reader that knows the state before the first change. */
function differences(
  target: LiveTarget,
  changes: readonly FeedChange[],
  context: LiveContext,
): WireChange[] {
  const byPath = new Map<string, FeedChange>();
  for (const change of changes) {
    const first = byPath.get(change.path);
    byPath.delete(change.path);
    byPath.set(change.path, { ...change, before: first ? first.before : change.before });
  }
  return [...byPath.values()].flatMap((change) => toWireChange(target, change, context) ?? []);
}
