import type { Logger } from 'pino';
import type { Bus } from './bus.ts';
import { checkSubject, createSubjectSubscribers } from './subject-subscribers.ts';

/**
 * The Bus of a single server. A publish passes the publisher's own bytes to the subscribers before
 * it returns, so nothing is queued, copied or dropped.
 */
export function createInProcessBus(log: Logger): Bus {
  const subscribers = createSubjectSubscribers((subject, error) =>
    log.error({ subject, err: error }, 'bus subscriber failed'),
  );
  const life = { closed: false };
  return {
    publish(subject, bytes) {
      checkSubject(subject);
      if (!life.closed) subscribers.deliver(subject, bytes);
    },
    subscribe: subscribers.add,
    flush: async () => undefined,
    state: () => ({ kind: 'connected' }),
    close: async () => {
      life.closed = true;
    },
  };
}
