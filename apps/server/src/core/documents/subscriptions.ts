import { ProblemError, type Actor, type Problem, type SubscriptionTarget } from '@yamori/domain';
import type { DeliveredChanges, LiveListener } from './live/live-listener.ts';
import { readTarget } from './live/live-target.ts';
import type { LiveCounters, SharedSubscription } from './live/shared-subscription.ts';
import { readToken } from './live/resume-token.ts';
import {
  createSubscriptionRegistry,
  type SubscriptionsOptions,
} from './live/subscription-registry.ts';

type SubscriptionRequest = {
  readonly actor: Actor;
  readonly target: SubscriptionTarget;
  /** Last token of the same target. */
  readonly resume?: string | undefined;
  readonly deliver: (changes: DeliveredChanges) => void;
  /** Called once, never before `open` returns; ends the subscription. */
  readonly fail: (problem: Problem) => void;
  /** While true, changes are coalesced instead of delivered; polled every CATCH_UP_MS. */
  readonly isLagging?: () => boolean;
};

type SubscriptionHandle = {
  readonly close: () => void;
  readonly updateActor: (actor: Actor) => void;
};

export type Subscriptions = {
  readonly open: (request: SubscriptionRequest) => SubscriptionHandle;
  /** Applies changed rights: documents that the actor no longer sees are removed. */
  readonly updateActor: (handle: SubscriptionHandle, actor: Actor) => void;
  readonly counters: () => LiveCounters & { readonly listeners: number; readonly views: number };
  readonly close: () => void;
};

const CATCH_UP_MS = 100;
/** Interval for new tokens without changes, so that the last one is fresh enough to resume. */
const REFRESH_MS = 30_000;

/** Live documents and queries (specification, section 7): readers hold what the database holds. */
export function createSubscriptions(options: SubscriptionsOptions): Subscriptions {
  const { store, rules, feed, clock } = options;
  const registry = createSubscriptionRegistry(options);
  const following = feed.follow(registry.receive);
  const catchUp = setInterval(registry.catchUp, CATCH_UP_MS);
  const refresh = setInterval(registry.refresh, REFRESH_MS);

  const open = (request: SubscriptionRequest): SubscriptionHandle => {
    const subscription: { shared: SharedSubscription | null; over: boolean } = {
      shared: null,
      over: false,
    };
    const leave = (): void => {
      if (subscription.shared) registry.leave(subscription.shared, listener);
      subscription.shared = null;
    };
    const fail = (problem: Problem): void => {
      if (subscription.over) return;
      subscription.over = true;
      leave();
      queueMicrotask(() => request.fail(problem));
    };
    const deliver = (changes: DeliveredChanges): void => {
      try {
        if (!subscription.over) request.deliver(changes);
      } catch (error) {
        // A failing reader must not affect others.
        options.log.warn(
          { code: 'reader-failed', reason: error instanceof Error ? error.message : 'unknown' },
          'live reader failed',
        );
        fail({ code: 'server-failed' });
      }
    };
    const listener: LiveListener = { deliver, fail, isLagging: request.isLagging ?? (() => false) };
    const subscribe = (actor: Actor, resume: string | undefined): void => {
      if (subscription.over) return;
      try {
        const target = readTarget(request.target, actor, rules);
        if (subscription.shared?.target.key === target.key) return;
        leave();
        const point =
          resume === undefined
            ? null
            : readToken(resume, target, clock().getTime(), store.limits.resumeMs);
        subscription.shared = registry.join(target, listener, point);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        fail(error.problem);
      }
    };
    subscribe(request.actor, request.resume);
    return {
      close: () => {
        subscription.over = true;
        leave();
      },
      updateActor: (actor) => subscribe(actor, undefined),
    };
  };

  return {
    open,
    updateActor: (handle, actor) => handle.updateActor(actor),
    counters: registry.counters,
    close: () => {
      following.close();
      clearInterval(catchUp);
      clearInterval(refresh);
    },
  };
}
