import type { SendOutcome } from './command-sender.ts';

type OutboxNews =
  /** The list on disk is another one. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'settled'; readonly id: string; readonly outcome: SendOutcome }
  /** The server could not be reached: whoever asked for something is to be told that it waits. */
  | { readonly kind: 'cut' };

/** What the tabs of one browser have in common about the queue. */
export type OutboxChannel = {
  /** Runs while no other tab does the same. */
  readonly alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** To the other tabs. */
  readonly tell: (news: OutboxNews) => void;
  readonly listen: (listener: (news: OutboxNews) => void) => void;
  readonly close: () => void;
};

const NAME = 'yamori-outbox';

/** All tabs come from one origin, so what they tell each other is typed, not parsed. */
export function openOutboxChannel(locks: LockManager | undefined): OutboxChannel {
  const channel = new BroadcastChannel(NAME);
  let closed = false;
  return {
    // Without locks two tabs may send the same command: the server still does it once.
    alone: async (work) => (locks === undefined ? work() : locks.request(NAME, work)),
    tell(news) {
      if (!closed) channel.postMessage(news);
    },
    listen: (listener) =>
      channel.addEventListener('message', ({ data }: MessageEvent<OutboxNews>) => listener(data)),
    close() {
      closed = true;
      channel.close();
    },
  };
}
