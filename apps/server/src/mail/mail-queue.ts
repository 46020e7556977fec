import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Mail, MailMessage, MailTransport } from './mail.ts';

export type MailQueueOptions = {
  readonly transport: MailTransport;
  readonly log: Logger;
  /** Waited before the second try, the third and so on; after the last one the message is given up. */
  readonly retryDelaysMs?: readonly number[];
};

const RETRY_DELAYS_MS = [2_000, 10_000, 60_000, 300_000];
/** Above this many waiting messages new ones are dropped: a mail server that is away must not fill the memory. */
const MESSAGES_KEPT = 1_000;
/** How long the end of the server waits for a message that is just being handed over. */
const CLOSE_PATIENCE_MS = 3_000;

/**
 * Messages wait in memory only: they hold links that open accounts, which are kept nowhere else in clear (decision 016). What a
 * restart loses is asked for again by whoever waits for it.
 */
export function createMailQueue({ transport, log, retryDelaysMs = RETRY_DELAYS_MS }: MailQueueOptions): Mail {
  const underWay = new Set<Promise<void>>();
  const ending = new AbortController();

  const deliver = async (message: MailMessage): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await transport.deliver(message);
        log.info({ mail: message.kind, attempt }, 'mail was handed over');
        return;
      } catch (error) {
        const delayMs = retryDelaysMs[attempt - 1];
        const reason = reasonOf(error);
        if (delayMs === undefined || reason.permanent || ending.signal.aborted) {
          log.warn({ mail: message.kind, attempt, reason: reason.code }, 'mail was given up');
          return;
        }
        log.info({ mail: message.kind, attempt, reason: reason.code }, 'mail is tried again later');
        await wait(delayMs, undefined, { signal: ending.signal }).catch(() => undefined);
      }
    }
  };

  return {
    available: true,
    send: (message) => {
      if (ending.signal.aborted || underWay.size >= MESSAGES_KEPT) {
        log.warn({ mail: message.kind, waiting: underWay.size }, 'mail was dropped');
        return;
      }
      const sending = deliver(message).finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    close: async () => {
      ending.abort();
      const late = new AbortController();
      await Promise.race([Promise.all(underWay), wait(CLOSE_PATIENCE_MS, undefined, { signal: late.signal }).catch(() => undefined)]);
      late.abort();
      transport.close();
    },
  };
}

/** The kind of failure without its text, which repeats addresses. An answer of 500 and above says that trying again is of no use. */
function reasonOf(error: unknown): { readonly code: string; readonly permanent: boolean } {
  const status = error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  return { code: status === null ? code : `${code} ${status}`, permanent: status !== null && status >= 500 };
}
