import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { asUrgent } from '../database/urgent-work.ts';
import type { Mail, MailTransport } from './mail.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { createMailStore, type MailStore, type ClaimedMail } from './mail-store.ts';

export type MailQueueOptions = {
  readonly database: Database;
  /** Encrypts recipient, subject and text while a message waits. */
  readonly box: SecretBox;
  readonly transport: MailTransport;
  readonly log: Logger;
  /** Delays before the second and later attempts; after the last the message is dropped. */
  readonly retryDelaysMs?: readonly number[];
  /** Polling interval for messages of other servers, from before a restart, and for retries. */
  readonly pollIntervalMs?: number;
  readonly leaseMs?: number;
  /** Concurrent deliveries. */
  readonly senders?: number;
};

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** Eleven hours in total; a message is useful for a day at most. */
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
const POLL_INTERVAL_MS = 2 * SECOND_MS;
/** Delay for a message written in a transaction, which is usually committed by then. */
const COMMIT_DELAY_MS = 100;
/**
 * Longer than the longest delivery (smtp-transport.ts), so that another server never takes over
 * from a live one.
 */
const LEASE_MS = 5 * MINUTE_MS;
/** The number of SMTP connections: waiting for one would use up the lease. */
const SENDERS = 2;
const MAX_WAITING = 10_000;
/** How long shutdown waits for a delivery in progress. */
const CLOSE_TIMEOUT_MS = 3_000;

/**
 * Queue of encrypted messages in the database: a restart loses none, and any number of servers may
 * deliver them. A message is delivered once, unless a server dies between the mail server's
 * acceptance and the deletion; the repeat has the same id, so mail readers show it once.
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
    pollIntervalMs = POLL_INTERVAL_MS,
    leaseMs = LEASE_MS,
    senders: maxSenders = SENDERS,
  } = options;
  const store = createMailStore(database, box);
  const ending = new AbortController();
  const senders = new Set<Promise<void>>();

  const sendAll = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const claimed = await store.claim(leaseMs);
      if (claimed === null) return;
      await deliverOnce(claimed, { store, transport, log, retryDelaysMs });
    }
  };
  const poll = (): void => {
    if (ending.signal.aborted || senders.size >= maxSenders) return;
    // Mails about alarms wait in this queue too.
    const sending = asUrgent(sendAll)
      // The database is unreachable or closed; the messages remain.
      .catch((error: unknown) =>
        log.debug({ reason: getReason(error).code }, 'failed to read waiting mails; will retry'),
      )
      .finally(() => senders.delete(sending));
    senders.add(sending);
  };
  const polling = setInterval(poll, pollIntervalMs);

  return {
    available: true,
    send: async (message, queries) => {
      if (!(await store.add(message, MAX_WAITING, queries)))
        log.warn({ mail: message.kind, waiting: MAX_WAITING }, 'mail queue full; mail dropped');
      if (queries === undefined) poll();
      else setTimeout(poll, COMMIT_DELAY_MS);
    },
    deliver: async (message, id, signal) => {
      try {
        await transport.deliver(message, id, signal);
        return 'taken';
      } catch (error) {
        const reason = getReason(error);
        if (reason.permanent) return 'refused';
        throw new Error(`mail server failed: ${reason.code}`);
      }
    },
    close: async () => {
      ending.abort();
      clearInterval(polling);
      const late = new AbortController();
      await Promise.race([
        Promise.all(senders),
        wait(CLOSE_TIMEOUT_MS, undefined, { signal: late.signal }).catch(() => undefined),
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

async function deliverOnce(
  claimed: ClaimedMail,
  { store, transport, log, retryDelaysMs }: Sender,
): Promise<void> {
  const { id, kind, attempt, message } = claimed;
  const drop = async (reason: string): Promise<void> => {
    await store.remove(claimed);
    log.warn({ mail: kind, attempt, reason }, 'mail dropped');
  };
  if (message === null) return drop('encrypted with another secret');
  if (claimed.expired) return drop('expired');
  try {
    await transport.deliver(message, id);
  } catch (error) {
    const delayMs = retryDelaysMs[attempt - 1];
    const reason = getReason(error);
    if (delayMs === undefined || reason.permanent) return drop(reason.code);
    await store.reschedule(claimed, delayMs);
    log.info({ mail: kind, attempt, reason: reason.code }, 'mail delivery failed; will retry');
    return;
  }
  await store.remove(claimed);
  log.info({ mail: kind, attempt }, 'mail delivered');
}

/**
 * Category of a failure, without its text, which repeats addresses. SMTP replies of 500 and above
 * are permanent.
 */
function getReason(error: unknown): { readonly code: string; readonly permanent: boolean } {
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
