import { ProblemError } from '@yamori/domain';
import type { Database } from '../../database/database.ts';
import type { ChangeFeed, FeedChange, FeedEvent } from '../change-feed.ts';
import type { DocumentLog } from '../document-presentation.ts';
import type { RuleTable } from '../document-rights.ts';
import type { DocumentStore } from '../document-store.ts';
import {
  createChangeEncoder,
  type LiveContext,
  type LiveCounters,
  type SharedSubscription,
} from './shared-subscription.ts';
import { type FeedSnapshot, hasSeenAll } from './feed-snapshot.ts';
import type { LiveListener } from './live-listener.ts';
import type { LiveTarget } from './live-target.ts';
import { createUnlimitedSubscription } from './unlimited-subscription.ts';
import type { ResumePoint } from './resume-token.ts';
import { createLimitedSubscription } from './limited-subscription.ts';

/** Finds the subscriptions that a change may affect. */
type SubscriptionIndex = {
  readonly find: (key: string) => SharedSubscription | undefined;
  readonly add: (subscription: SharedSubscription) => void;
  readonly remove: (subscription: SharedSubscription) => void;
  readonly touchedBy: (change: FeedChange) => SharedSubscription[];
  readonly all: () => readonly SharedSubscription[];
};

export function createSubscriptionIndex(): SubscriptionIndex {
  const byKey = new Map<string, SharedSubscription>();
  const byPlace = new Map<string, Set<SharedSubscription>>();
  return {
    find: (key) => byKey.get(key),
    add: (subscription) => {
      byKey.set(subscription.target.key, subscription);
      const place = toTargetKey(subscription.target);
      byPlace.set(place, (byPlace.get(place) ?? new Set()).add(subscription));
    },
    remove: (subscription) => {
      byKey.delete(subscription.target.key);
      const place = toTargetKey(subscription.target);
      const subscriptions = byPlace.get(place);
      subscriptions?.delete(subscription);
      if (subscriptions?.size === 0) byPlace.delete(place);
    },
    touchedBy: (change) =>
      getChangeKeys(change).flatMap((place) => [...(byPlace.get(place) ?? [])]),
    all: () => [...byKey.values()],
  };
}

function toTargetKey({ path, query }: LiveTarget): string {
  if (path !== null) return `document ${path}`;
  return `${query.group ? 'group' : 'collection'} ${query.collection}`;
}

const getChangeKeys = ({ path, collection, parentPath }: FeedChange): string[] => [
  `document ${path}`,
  `group ${collection}`,
  `collection ${parentPath === '' ? collection : `${parentPath}/${collection}`}`,
];

export type SubscriptionsOptions = {
  readonly store: DocumentStore;
  readonly database: Database;
  readonly rules: RuleTable;
  readonly feed: ChangeFeed;
  readonly clock: () => Date;
  readonly log: DocumentLog;
};

export type SubscriptionRegistry = {
  /** Adds a reader to the subscription of a target, and creates the subscription if necessary. */
  readonly join: (
    target: LiveTarget,
    listener: LiveListener,
    resume: ResumePoint | null,
  ) => SharedSubscription;
  readonly leave: (subscription: SharedSubscription, listener: LiveListener) => void;
  readonly receive: (event: FeedEvent) => void;
  readonly catchUp: () => void;
  readonly refresh: () => void;
  readonly counters: () => LiveCounters & { readonly listeners: number; readonly views: number };
};

type State = { position: FeedSnapshot | null; readonly unsettled: Set<SharedSubscription> };

/** All subscriptions with readers, fed by the change feed. */
export function createSubscriptionRegistry(options: SubscriptionsOptions): SubscriptionRegistry {
  const index = createSubscriptionIndex();
  const counters: LiveCounters = { delivered: 0, coalesced: 0, loads: 0, resumed: 0, reloads: 0 };
  const state: State = { position: options.feed.position(), unsettled: new Set() };
  const context = createContext(options, state, counters);

  const reloadAll = (): void => {
    state.position = null;
    for (const subscription of index.all()) {
      subscription.reload();
      state.unsettled.add(subscription);
    }
  };
  return {
    join: (target, listener, resume) => {
      const subscription = index.find(target.key) ?? createSubscription(target, context);
      index.add(subscription);
      state.unsettled.add(subscription);
      subscription.join(listener, resume);
      return subscription;
    },
    leave: (subscription, listener) => {
      subscription.leave(listener);
      if (subscription.size() > 0) return;
      index.remove(subscription);
      state.unsettled.delete(subscription);
    },
    receive: (event) => {
      if (event.kind === 'gap') return reloadAll();
      state.position = event.position;
      for (const change of event.changes) {
        for (const subscription of index.touchedBy(change)) {
          subscription.collect(change);
          state.unsettled.add(subscription);
        }
      }
      for (const subscription of state.unsettled) {
        subscription.settle();
        if (!subscription.isUnsettled()) state.unsettled.delete(subscription);
      }
    },
    catchUp: () =>
      index
        .all()
        .filter((subscription) => subscription.catchUp())
        .forEach((subscription) => state.unsettled.add(subscription)),
    refresh: () => index.all().forEach((subscription) => subscription.refresh()),
    counters: () => ({
      ...counters,
      views: index.all().length,
      listeners: index.all().reduce((sum, subscription) => sum + subscription.size(), 0),
    }),
  };
}

const createSubscription = (target: LiveTarget, context: LiveContext): SharedSubscription =>
  target.query.limit === null
    ? createUnlimitedSubscription(target, context)
    : createLimitedSubscription(target, target.query.limit, context);

const createContext = (
  { database, store, clock, feed, log }: SubscriptionsOptions,
  state: State,
  counters: LiveCounters,
): LiveContext => ({
  database,
  store,
  limits: store.limits,
  clock,
  counters,
  encode: createChangeEncoder(store.presentation),
  position: () => state.position,
  getMissing: (snapshot) => {
    if (state.position !== null && hasSeenAll(state.position, snapshot)) return null;
    feed.wake();
    return snapshot;
  },
  explain: (error) => {
    const problem = error instanceof ProblemError ? error.problem : { code: 'server-failed' };
    log.warn(
      { code: problem.code, reason: error instanceof Error ? error.message : 'unknown' },
      'live query failed',
    );
    return problem;
  },
});
