import type { Actor, Problem, SubscriptionTarget, WireDocument } from '@yamori/domain';
import type { Subscriptions } from '../subscriptions.ts';
import { NO_TOKEN } from '../live/resume-token.ts';

/** A live reader like a browser: applies changes, and records those that are inconsistent. */
export type TestReader = {
  readonly held: Map<string, WireDocument>;
  readonly faults: string[];
  readonly problems: Problem[];
  readonly seen: { resets: number; messages: number; current: boolean };
  readonly target: SubscriptionTarget;
  /** Opens or reopens the subscription, with the last token if there is one. */
  readonly connect: (subscriptions: Subscriptions, resume?: boolean) => void;
  readonly disconnect: () => void;
  readonly updateActor: (actor: Actor) => void;
  readonly token: () => string;
};

export function aReader(
  actor: Actor,
  target: SubscriptionTarget,
  isLagging: () => boolean = () => false,
): TestReader {
  const held = new Map<string, WireDocument>();
  const faults: string[] = [];
  const problems: Problem[] = [];
  const seen = { resets: 0, messages: 0, current: false };
  const connection: {
    handle: ReturnType<Subscriptions['open']> | null;
    token: string;
    opened: number;
  } = { handle: null, token: NO_TOKEN, opened: 0 };

  /** Retries after `retryAfterSeconds`, as under load the database may lack connections. */
  const tryLater = ({ retryAfterSeconds }: Problem, subscriptions: Subscriptions): boolean => {
    if (retryAfterSeconds === undefined) return false;
    const { opened } = connection;
    setTimeout(() => {
      if (connection.opened === opened && connection.handle !== null) connect(subscriptions);
    }, retryAfterSeconds * 1000);
    return true;
  };

  const connect = (subscriptions: Subscriptions, resume = true): void => {
    seen.current = false;
    connection.opened += 1;
    connection.handle = subscriptions.open({
      actor,
      target,
      isLagging,
      resume: resume && connection.token !== NO_TOKEN ? connection.token : undefined,
      fail: (problem) => {
        if (!tryLater(problem, subscriptions)) problems.push(problem);
      },
      deliver: ({ changes, reset, current, token }) => {
        if (reset) {
          held.clear();
          seen.resets += 1;
        }
        for (const change of changes) {
          const path = change.kind === 'removed' ? change.path : change.document.path;
          if ((change.kind === 'added') === held.has(path))
            faults.push(`${change.kind} ${path} ${reset ? 'in a reset' : ''}`);
          if (change.kind === 'removed') held.delete(path);
          else held.set(path, change.document);
        }
        connection.token = token;
        seen.messages += 1;
        seen.current = current;
      },
    });
  };
  return {
    held,
    faults,
    problems,
    seen,
    target,
    connect,
    disconnect: () => {
      connection.handle?.close();
      connection.handle = null;
    },
    updateActor: (changed) => connection.handle?.updateActor(changed),
    token: () => connection.token,
  };
}
