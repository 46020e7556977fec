import type { ClientMessage, ServerMessage, SubscriptionTarget, WireChange } from '@yamori/domain';
import type { TargetListener } from '../documents/document-transport.ts';
import { LinkRetries } from './link-retry.ts';
import type { LinkClock } from './connection-state.ts';

type LinkSubscriptionsOptions = {
  readonly send: (message: ClientMessage) => void;
  readonly clock: LinkClock;
  /** Minimum interval between two batches of one subscription. */
  readonly changesIntervalMs: number;
};

type Subscription = {
  readonly target: SubscriptionTarget;
  readonly listener: TargetListener;
  /** Token of the state that the listener holds; null before its first batch. */
  token: string | null;
  /** Changes since then, the last one of each document. */
  readonly gathered: Map<string, WireChange>;
  isReset: boolean;
  /** Token of the state after the gathered changes; null in the middle of a backlog. */
  gatheredToken: string | null;
  endPause: (() => void) | null;
};

/**
 * The document subscriptions of a connection. Changes are gathered until the server marks them as
 * complete and are delivered as one batch: the first immediately, later ones at most once each
 * interval. A reconnect drops gathered changes and resumes from the last delivered batch.
 */
export class LinkSubscriptions {
  readonly #options: LinkSubscriptionsOptions;
  readonly #subscriptions = new Map<number, Subscription>();
  readonly #retries: LinkRetries;

  constructor(options: LinkSubscriptionsOptions) {
    this.#options = options;
    this.#retries = new LinkRetries(options.clock);
  }

  add(id: number, target: SubscriptionTarget, listener: TargetListener): () => void {
    const subscription: Subscription = {
      target,
      listener,
      token: null,
      gathered: new Map(),
      isReset: true,
      gatheredToken: null,
      endPause: null,
    };
    this.#subscriptions.set(id, subscription);
    this.#ask(id, subscription);
    return () => {
      if (this.#remove(id, subscription)) this.#options.send({ type: 'unsubscribe', id });
    };
  }

  askAgain(): void {
    for (const [id, subscription] of this.#subscriptions) this.#ask(id, subscription);
  }

  receive(message: Extract<ServerMessage, { type: 'changes' | 'failed' }>): void {
    const subscription = this.#subscriptions.get(message.id);
    // A late message of a subscription that has ended.
    if (!subscription) return;
    if (message.type === 'changes') {
      gather(subscription, message);
      this.#handOn(subscription);
      return;
    }
    const { id, problem } = message;
    if (this.#retries.later(id, problem, () => this.#ask(id, subscription))) return;
    this.#remove(id, subscription);
    subscription.listener.onFail(problem);
  }

  #ask(id: number, subscription: Subscription): void {
    this.#retries.forget(id);
    const { target, token } = subscription;
    subscription.gathered.clear();
    subscription.gatheredToken = null;
    // The answer to a request without a token is the complete state, so discard the old one.
    subscription.isReset = token === null;
    this.#options.send({
      type: 'subscribe',
      id,
      target,
      ...(token === null ? {} : { resume: token }),
    });
  }

  #handOn(subscription: Subscription): void {
    const { gathered, gatheredToken, isReset, listener } = subscription;
    if (gatheredToken === null || subscription.endPause !== null) return;
    const changes = [...gathered.values()];
    gathered.clear();
    subscription.token = gatheredToken;
    subscription.gatheredToken = null;
    subscription.isReset = false;
    this.#pause(subscription);
    listener.onChanges({ changes, reset: isReset });
  }

  #pause(subscription: Subscription): void {
    const { clock, changesIntervalMs } = this.#options;
    if (changesIntervalMs === 0) return;
    subscription.endPause = clock.after(changesIntervalMs, () => {
      subscription.endPause = null;
      this.#handOn(subscription);
    });
  }

  #remove(id: number, subscription: Subscription): boolean {
    this.#retries.forget(id);
    subscription.endPause?.();
    return this.#subscriptions.delete(id);
  }
}

function gather(
  subscription: Subscription,
  { changes, reset, current, token }: Extract<ServerMessage, { type: 'changes' }>,
): void {
  const { gathered } = subscription;
  if (reset) {
    gathered.clear();
    subscription.isReset = true;
  }
  for (const change of changes) {
    const path = change.kind === 'removed' ? change.path : change.document.path;
    // Deleted first, so that documents are in the order of their last change.
    gathered.delete(path);
    gathered.set(path, change);
  }
  subscription.gatheredToken = current ? token : null;
}
