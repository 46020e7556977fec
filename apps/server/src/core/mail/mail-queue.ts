import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Mail, MailTransport } from './mail.ts';
import { createMailStore, type MailBox, type MailStore, type TakenMail } from './mail-store.ts';

export type MailQueueOptions = {
  readonly database: Database;
  /** Seals receiver, words and link of a message while it waits. */
  readonly box: MailBox;
  readonly transport: MailTransport;
  readonly log: Logger;
  /**
   * Waited before the second try, the third and so on; after the last one the message is given up.
   */
  readonly retryDelaysMs?: readonly number[];
  /**
   * How often waiting messages are looked for: those of other servers, of before a restart, and
   * those to be tried again.
   */
  readonly lookEveryMs?: number;
  readonly leaseMs?: number;
  /** Messages handed over at one time. */
  readonly senders?: number;
};

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** Eleven hours together; a message is of use for a day at most. */
const RETRY_DELAYS_MS = [
  2 * SECOND_MS,
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  40 * MINUTE_MS,
  2 * 60 * MINUTE_MS,
  3 * 60 * MINUTE_MS,
  5 * 60 * MINUTE_MS,
];
const LOOK_EVERY_MS = 2 * SECOND_MS;
/**
 * A message that is written in a transaction is there when that has ended: soon, or at the next
 * look.
 */
const SOON_MS = 100;
/**
 * Longer than the slowest mail server is waited for (smtp-transport.ts), so that a server which
 * lives is never overtaken.
 */
const LEASE_MS = 5 * MINUTE_MS;
/** As many as the transport has connections: who waits for one would use up its lease. */
const SENDERS = 2;
const MOST_WAITING = 10_000;
/** How long the end of the server waits for a message that is just being handed over. */
const CLOSE_PATIENCE_MS = 3_000;

/**
 * Messages wait in the database, sealed, so that a restart loses none; any number of servers may
 * send them. A message is handed over once, but for a server that dies between a mail server's yes
 * and the deletion: its id is the same then, and readers show it once.
 */
export function createMailQueue({
  database,
  box,
  transport,
  log,
  ...options
}: MailQueueOptions): Mail {
  const {
    retryDelaysMs = RETRY_DELAYS_MS,
    lookEveryMs = LOOK_EVERY_MS,
    leaseMs = LEASE_MS,
    senders: mostSenders = SENDERS,
  } = options;
  const store = createMailStore(database, box);
  const ending = new AbortController();
  const senders = new Set<Promise<void>>();

  const sendAll = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const taken = await store.take(leaseMs);
      if (taken === null) return;
      await tryOnce(taken, { store, transport, log, retryDelaysMs });
    }
  };
  const look = (): void => {
    if (ending.signal.aborted || senders.size >= mostSenders) return;
    const sending = sendAll()
      // The database is away, or just closed: what waits is still there.
      .catch((error: unknown) =>
        log.debug({ reason: reasonOf(error).code }, 'waiting mails could not be looked for'),
      )
      .finally(() => senders.delete(sending));
    senders.add(sending);
  };
  const looking = setInterval(look, lookEveryMs);

  return {
    available: true,
    send: async (message, queries) => {
      if (!(await store.add(message, MOST_WAITING, queries)))
        log.warn({ mail: message.kind, waiting: MOST_WAITING }, 'mail was dropped');
      if (queries === undefined) look();
      else setTimeout(look, SOON_MS);
    },
    close: async () => {
      ending.abort();
      clearInterval(looking);
      const late = new AbortController();
      await Promise.race([
        Promise.all(senders),
        wait(CLOSE_PATIENCE_MS, undefined, { signal: late.signal }).catch(() => undefined),
      ]);
      late.abort();
      transport.close();
    },
  };
}

type Sender = {
  readonly store: MailStore;
  readonly transport: MailTransport;
  readonly log: Logger;
  readonly retryDelaysMs: readonly number[];
};

async function tryOnce(
  taken: TakenMail,
  { store, transport, log, retryDelaysMs }: Sender,
): Promise<void> {
  const { id, kind, attempt, message } = taken;
  const giveUp = async (reason: string): Promise<void> => {
    await store.remove(taken);
    log.warn({ mail: kind, attempt, reason }, 'mail was given up');
  };
  if (message === null) return giveUp('sealed with another secret');
  if (taken.expired) return giveUp('too late');
  try {
    await transport.deliver(message, id);
  } catch (error) {
    const delayMs = retryDelaysMs[attempt - 1];
    const reason = reasonOf(error);
    if (delayMs === undefined || reason.permanent) return giveUp(reason.code);
    await store.postpone(taken, delayMs);
    log.info({ mail: kind, attempt, reason: reason.code }, 'mail is tried again later');
    return;
  }
  await store.remove(taken);
  log.info({ mail: kind, attempt }, 'mail was handed over');
}

/**
 * The kind of failure without its text, which repeats addresses. An answer of 500 and above says
 * that trying again is of no use.
 */
function reasonOf(error: unknown): { readonly code: string; readonly permanent: boolean } {
  const status =
    error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
      ? error.responseCode
      : null;
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string'
      ? error.code
      : 'unknown';
  return {
    code: status === null ? code : `${code} ${status}`,
    permanent: status !== null && status >= 500,
  };
}
