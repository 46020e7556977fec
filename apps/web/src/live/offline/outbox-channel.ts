import type { SendOutcome } from './command-sender.ts';

type OutboxNews =
  /** The list on disk has changed. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'settled'; readonly id: string; readonly outcome: SendOutcome }
  /** The server cannot be reached: tell callers that their commands wait. */
  | { readonly kind: 'cut' };

/** Coordinates the queue between the tabs of one browser. */
export type OutboxChannel = {
  /** Runs while no other tab does the same. */
  readonly alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Sends to the other tabs. */
  readonly tell: (news: OutboxNews) => void;
  readonly listen: (listener: (news: OutboxNews) => void) => void;
  readonly close: () => void;
};

const NAME = 'yamori-outbox';

/** All tabs have one origin, so their messages are typed, not parsed. */
export function openOutboxChannel(locks: LockManager | undefined): OutboxChannel {
  const channel = new BroadcastChannel(NAME);
  let closed = false;
  return {
    // Without locks two tabs may send the same command: the server still runs it once.
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
