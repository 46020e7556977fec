import { ProblemError, type Actor, type Problem, type SubscriptionTarget } from '@yamori/domain';
import type { DeliveredChanges, LiveListener } from './live/live-listener.ts';
import { readTarget } from './live/live-target.ts';
import type { LiveCounters, LiveView } from './live/live-view.ts';
import { readToken } from './live/resume-token.ts';
import { createViews, type SubscriptionsOptions } from './live/views.ts';

export type SubscriptionRequest = {
  readonly actor: Actor;
  readonly target: SubscriptionTarget;
  /** The last token of the same target. */
  readonly resume?: string | undefined;
  readonly deliver: (changes: DeliveredChanges) => void;
  /** Called once and never before `open` returns; the subscription is over. */
  readonly fail: (problem: Problem) => void;
  /**
   * While true, changes are kept and put together instead of delivered; asked again every
   * CATCH_UP_MS.
   */
  readonly isBehind?: () => boolean;
};

export type SubscriptionHandle = {
  readonly close: () => void;
  readonly updateActor: (actor: Actor) => void;
};

export type Subscriptions = {
  readonly open: (request: SubscriptionRequest) => SubscriptionHandle;
  /** The rights of whoever opened it have changed: what they do not see any more goes. */
  readonly updateActor: (handle: SubscriptionHandle, actor: Actor) => void;
  readonly counters: () => LiveCounters & { readonly listeners: number; readonly views: number };
  readonly close: () => void;
};

const CATCH_UP_MS = 100;
/**
 * Tokens are renewed in this time even when nothing changes, so that the last one is always fresh
 * enough to resume.
 */
const REFRESH_MS = 30_000;

/**
 * Live documents and questions (specification, section 7): what a reader holds equals what the
 * database holds.
 */
export function createSubscriptions(options: SubscriptionsOptions): Subscriptions {
  const { store, rules, feed, clock } = options;
  const views = createViews(options);
  const following = feed.follow(views.receive);
  const catchUp = setInterval(views.catchUp, CATCH_UP_MS);
  const refresh = setInterval(views.refresh, REFRESH_MS);

  const open = (request: SubscriptionRequest): SubscriptionHandle => {
    const seat: { view: LiveView | null; over: boolean } = { view: null, over: false };
    const leave = (): void => {
      if (seat.view) views.leave(seat.view, listener);
      seat.view = null;
    };
    const fail = (problem: Problem): void => {
      if (seat.over) return;
      seat.over = true;
      leave();
      queueMicrotask(() => request.fail(problem));
    };
    const deliver = (changes: DeliveredChanges): void => {
      try {
        if (!seat.over) request.deliver(changes);
      } catch (error) {
        // One reader that breaks must not keep the feed from the others.
        options.log.warn(
          { code: 'reader-failed', reason: error instanceof Error ? error.message : 'unknown' },
          'a reader of live documents failed',
        );
        fail({ code: 'server-failed' });
      }
    };
    const listener: LiveListener = { deliver, fail, isBehind: request.isBehind ?? (() => false) };
    const sit = (actor: Actor, resume: string | undefined): void => {
      if (seat.over) return;
      try {
        const target = readTarget(request.target, actor, rules);
        if (seat.view?.target.key === target.key) return;
        leave();
        const point =
          resume === undefined
            ? null
            : readToken(resume, target, clock().getTime(), store.limits.resumeMs);
        seat.view = views.join(target, listener, point);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        fail(error.problem);
      }
    };
    sit(request.actor, request.resume);
    return {
      close: () => {
        seat.over = true;
        leave();
      },
      updateActor: (actor) => sit(actor, undefined),
    };
  };

  return {
    open,
    updateActor: (handle, actor) => handle.updateActor(actor),
    counters: views.counters,
    close: () => {
      following.close();
      clearInterval(catchUp);
      clearInterval(refresh);
    },
  };
}
