import type { ClientMessage, ServerMessage, SubscriptionTarget } from '@yamori/domain';
import type { TargetListener } from './document-transport.ts';
import { LinkRetries } from './link-retry.ts';
import type { LinkClock } from './link-state.ts';

type Subscription = {
  readonly target: SubscriptionTarget;
  readonly listener: TargetListener;
  token: string | null;
  fresh: boolean;
};

/**
 * The document subscriptions of a link. Each remembers the token of the last moment at which it held everything, so that
 * after a reconnect only the changes since then travel; a batch that was cut in the middle comes again whole.
 */
export class LinkSubscriptions {
  readonly #send: (message: ClientMessage) => void;
  readonly #subscriptions = new Map<number, Subscription>();

  readonly #retries: LinkRetries;

  constructor(send: (message: ClientMessage) => void, clock: LinkClock) {
    this.#send = send;
    this.#retries = new LinkRetries(clock);
  }

  add(id: number, target: SubscriptionTarget, listener: TargetListener): () => void {
    this.#subscriptions.set(id, { target, listener, token: null, fresh: true });
    this.#send({ type: 'subscribe', id, target });
    return () => {
      this.#retries.forget(id);
      if (this.#subscriptions.delete(id)) this.#send({ type: 'unsubscribe', id });
    };
  }

  askAgain(): void {
    for (const [id, subscription] of this.#subscriptions) this.#ask(id, subscription);
  }

  #ask(id: number, subscription: Subscription): void {
    this.#retries.forget(id);
    const { target, token } = subscription;
    subscription.fresh = token === null;
    this.#send({ type: 'subscribe', id, target, ...(token === null ? {} : { resume: token }) });
  }

  receive(message: Extract<ServerMessage, { type: 'changes' | 'failed' }>): void {
    const subscription = this.#subscriptions.get(message.id);
    // What was on its way when the subscription ended.
    if (!subscription) return;
    if (message.type === 'failed') {
      if (
        this.#retries.later(message.id, message.problem, () => this.#ask(message.id, subscription))
      )
        return;
      this.#subscriptions.delete(message.id);
      subscription.listener.onFail(message.problem);
      return;
    }
    // What answers a question without a token is everything, whatever was held before the link fell.
    const reset = message.reset || subscription.fresh;
    subscription.fresh = false;
    if (reset) subscription.token = null;
    if (message.current) subscription.token = message.token;
    subscription.listener.onChanges({ changes: message.changes, reset, current: message.current });
  }
}
