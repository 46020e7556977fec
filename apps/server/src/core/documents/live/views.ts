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
  type LiveView,
} from './live-view.ts';
import { type FeedSnapshot, hasSeenAll } from './feed-snapshot.ts';
import type { LiveListener } from './live-listener.ts';
import type { LiveTarget } from './live-target.ts';
import { createOpenView } from './open-view.ts';
import type { ResumePoint } from './resume-token.ts';
import { createWindowView } from './window-view.ts';

/** Finds the views that a change may affect. */
type ViewIndex = {
  readonly find: (key: string) => LiveView | undefined;
  readonly add: (view: LiveView) => void;
  readonly remove: (view: LiveView) => void;
  readonly touchedBy: (change: FeedChange) => LiveView[];
  readonly all: () => readonly LiveView[];
};

export function createViewIndex(): ViewIndex {
  const byKey = new Map<string, LiveView>();
  const byPlace = new Map<string, Set<LiveView>>();
  return {
    find: (key) => byKey.get(key),
    add: (view) => {
      byKey.set(view.target.key, view);
      const place = toTargetKey(view.target);
      byPlace.set(place, (byPlace.get(place) ?? new Set()).add(view));
    },
    remove: (view) => {
      byKey.delete(view.target.key);
      const place = toTargetKey(view.target);
      const views = byPlace.get(place);
      views?.delete(view);
      if (views?.size === 0) byPlace.delete(place);
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

export type Views = {
  /** Adds a reader to the view of a target, and creates the view if necessary. */
  readonly join: (
    target: LiveTarget,
    listener: LiveListener,
    resume: ResumePoint | null,
  ) => LiveView;
  readonly leave: (view: LiveView, listener: LiveListener) => void;
  readonly receive: (event: FeedEvent) => void;
  readonly catchUp: () => void;
  readonly refresh: () => void;
  readonly counters: () => LiveCounters & { readonly listeners: number; readonly views: number };
};

type State = { position: FeedSnapshot | null; readonly unsettled: Set<LiveView> };

/** All views with readers, fed by the change feed. */
export function createViews(options: SubscriptionsOptions): Views {
  const index = createViewIndex();
  const counters: LiveCounters = { delivered: 0, coalesced: 0, loads: 0, resumed: 0, reloads: 0 };
  const state: State = { position: options.feed.position(), unsettled: new Set() };
  const context = createContext(options, state, counters);

  const reloadAll = (): void => {
    state.position = null;
    for (const view of index.all()) {
      view.reload();
      state.unsettled.add(view);
    }
  };
  return {
    join: (target, listener, resume) => {
      const view = index.find(target.key) ?? createView(target, context);
      index.add(view);
      state.unsettled.add(view);
      view.join(listener, resume);
      return view;
    },
    leave: (view, listener) => {
      view.leave(listener);
      if (view.size() > 0) return;
      index.remove(view);
      state.unsettled.delete(view);
    },
    receive: (event) => {
      if (event.kind === 'gap') return reloadAll();
      state.position = event.position;
      for (const change of event.changes) {
        for (const view of index.touchedBy(change)) {
          view.collect(change);
          state.unsettled.add(view);
        }
      }
      for (const view of state.unsettled) {
        view.settle();
        if (!view.isUnsettled()) state.unsettled.delete(view);
      }
    },
    catchUp: () =>
      index
        .all()
        .filter((view) => view.catchUp())
        .forEach((view) => state.unsettled.add(view)),
    refresh: () => index.all().forEach((view) => view.refresh()),
    counters: () => ({
      ...counters,
      views: index.all().length,
      listeners: index.all().reduce((sum, view) => sum + view.size(), 0),
    }),
  };
}

const createView = (target: LiveTarget, context: LiveContext): LiveView =>
  target.query.limit === null
    ? createOpenView(target, context)
    : createWindowView(target, target.query.limit, context);

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
