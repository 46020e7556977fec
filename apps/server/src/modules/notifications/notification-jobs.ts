import { createHash } from 'node:crypto';
import { ProblemError } from '@yamori/domain';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '../../core/database/database.ts';
import { getPlace } from '../../core/documents/room-place.ts';
import type { RunningJob } from '../../core/messaging/jobs/job-kind.ts';
import type { Jobs } from '../../core/messaging/jobs/jobs.ts';
import {
  notificationMessageStore,
  type MessageJob,
  type NotificationMessage,
} from './notification-message-store.ts';
import { findRecipient, type RecipientOptions, type Recipient } from './recipients.ts';
import { readWaitingAlarm, type CurrentAlarm } from './current-alarm.ts';
import type { ProviderAnswer } from './provider-call.ts';

/** Takes about four minutes with the delays; escalation has notified others by then. */
const ATTEMPTS = 8;
/** An older message is useless. */
const USEFUL_MS = 15 * 60_000;
/** Concurrent messages on each server. */
export const NOTICE_CONCURRENCY = 16;

/**
 * A message counts as failed after this many attempts, or while an attempt lasts this long: the
 * next group must not wait for the last attempt. A later attempt can still deliver it.
 */
const FAILED_AFTER_ATTEMPTS = 3;
const FAILED_AFTER_MS = 15_000;

/** Handled by modules/alarms: the outcome of a notification changed. */
const OUTCOME_JOB = 'noticeOutcome';

/**
 * One message to one browser or person; its text is written when it is sent, from the current
 * state.
 */
const order = z.strictObject({
  what: z.enum(['raised', 'toldAgain', 'escalated', 'forgotten', 'withdrawn', 'tested']),
  roomId: z.string(),
  accidentId: z.string(),
  /** Group of the organisation, from 0; absent in messages of earlier versions. */
  step: z.int().min(0).default(0),
  at: z.iso.datetime(),
  to: z.string(),
  /** The intended recipient, even if the address has another user by then. */
  userId: z.string(),
  language: z.enum(['ja', 'en']).nullable(),
});
export type Order = z.infer<typeof order>;

/** Identifies a notification. */
export const getNotificationKey = ({
  roomId,
  accidentId,
  what,
  step,
  at,
}: Pick<Order, 'roomId' | 'accidentId' | 'step' | 'at'> & { readonly what: string }): string =>
  `${roomId}/${accidentId}/${what}/${step}/${at}`;

/** `person`: current data of the recipient. */
export type Message = Order & CurrentAlarm & { readonly person: Recipient };

type MessageOptions = RecipientOptions & {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly log: Logger;
  readonly now: () => Date;
};

/**
 * Registers a job kind whose messages are retried independently; a permanent rejection fails the
 * job. Each attempt first checks that the message is still useful and that its recipient is a
 * member who may see the room. `send` gets the same id at every attempt.
 */
export function handleMessages(
  options: MessageOptions,
  kind: MessageJob,
  send: (message: Message, id: string, signal: AbortSignal) => Promise<ProviderAnswer>,
): void {
  const { database, jobs, log, now } = options;

  /** Records the outcome, and that of the notification if it changed. */
  async function settle(
    job: RunningJob,
    { what, roomId, accidentId, step, at, to }: Order,
    state: 'delivered' | 'failed',
  ): Promise<void> {
    const notice = getNotificationKey({ what, roomId, accidentId, step, at });
    const message: NotificationMessage = { notice, kind, to };
    const isChanged = await database.transaction(async (queries) => {
      if (!(await notificationMessageStore.settle(queries, message, state))) return false;
      return jobs.add(queries, {
        rootDomainId: job.lease.rootDomainId,
        kind: OUTCOME_JOB,
        subject: `${notice}/${kind}/${to}/${state}`,
        parameters: { what, roomId, accidentId, step, at, userIds: [] },
      });
    });
    if (isChanged) jobs.wake(OUTCOME_JOB);
  }

  async function sendOnce(job: RunningJob, ordered: Order): Promise<ProviderAnswer | null> {
    const isUseful = now().getTime() - Date.parse(ordered.at) <= USEFUL_MS;
    const message = isUseful ? await readMessage(options, ordered) : null;
    if (message === null) return null;
    const late = setTimeout(() => {
      settle(job, ordered, 'failed').catch((error: unknown) =>
        log.warn({ err: error, kind }, 'slow notification not recorded'),
      );
    }, FAILED_AFTER_MS);
    try {
      return await send(message, toUuid(job.subject), job.signal);
    } catch (error) {
      if (job.attempt >= FAILED_AFTER_ATTEMPTS) await settle(job, ordered, 'failed');
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  jobs.handle({
    name: kind,
    isUrgent: true,
    concurrency: NOTICE_CONCURRENCY,
    attempts: ATTEMPTS,
    run: async (job) => {
      const parsed = order.safeParse(job.parameters);
      if (!parsed.success) throw new ProblemError('job-failed');
      const answer = await sendOnce(job, parsed.data);
      if (answer === 'refused') throw new ProblemError('job-failed', { place: kind });
      await settle(job, parsed.data, answer === 'taken' ? 'delivered' : 'failed');
      if (answer === 'taken')
        log.info(
          {
            way: kind,
            attempt: job.attempt,
            afterMs: now().getTime() - Date.parse(parsed.data.at),
          },
          'notification handed to its provider',
        );
    },
    failed: async (job) => {
      const parsed = order.safeParse(job.parameters);
      if (parsed.success) await settle(job, parsed.data, 'failed');
    },
    cancelled: async () => undefined,
  });
}

/** A deterministic UUID for the subject of a job. */
function toUuid(subject: string): string {
  const hex = createHash('sha256').update(subject).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function readMessage(options: RecipientOptions, ordered: Order): Promise<Message | null> {
  const current = await readWaitingAlarm(options.store, ordered, ordered.what);
  if (current === null) return null;
  const person = await findRecipient(
    options,
    { room: current.room, place: getPlace(current.room) },
    ordered.userId,
  );
  return person === null ? null : { ...ordered, ...current, person };
}
