import { ProblemError, type JobKindName } from '@yamori/domain';
import type { Logger } from 'pino';
import { z } from 'zod';
import { getPlace } from '../../core/documents/room-place.ts';
import type { RunningJob } from '../../core/messaging/jobs/job-kind.ts';
import type { Jobs } from '../../core/messaging/jobs/jobs.ts';
import { findRecipient, type RecipientOptions, type Recipient } from './recipients.ts';
import { readWaitingAlarm, type CurrentAlarm } from './current-alarm.ts';
import type { ProviderAnswer } from './provider-call.ts';

/** Takes about four minutes with the delays; escalation has notified others by then. */
const ATTEMPTS = 8;
/** Later a message is of no use. */
export const USEFUL_MS = 15 * 60_000;
/** Concurrent messages on each server. */
export const NOTICE_CONCURRENCY = 16;

/**
 * One message to one browser or person; its text is written when it is sent, from the current
 * state.
 */
const order = z.strictObject({
  what: z.enum(['raised', 'toldAgain', 'escalated', 'forgotten', 'withdrawn', 'tested']),
  roomId: z.string(),
  accidentId: z.string(),
  at: z.iso.datetime(),
  to: z.string(),
  /** The intended recipient, even if the address has another user by then. */
  userId: z.string(),
  language: z.enum(['ja', 'en']).nullable(),
});
export type Order = z.infer<typeof order>;

/** `person`: current data of the recipient. */
export type Message = Order & CurrentAlarm & { readonly person: Recipient };

type MessageOptions = RecipientOptions & {
  readonly jobs: Jobs;
  readonly log: Logger;
  readonly now: () => Date;
};

/**
 * Registers a job kind whose messages are retried independently; a permanent rejection fails the
 * job. Each attempt first checks that the message is still useful and that its recipient is a
 * member who may see the room.
 */
export function handleMessages(
  options: MessageOptions,
  name: JobKindName,
  send: (job: RunningJob, message: Message) => Promise<ProviderAnswer>,
): void {
  const { jobs, log, now } = options;
  jobs.handle({
    name,
    isUrgent: true,
    concurrency: NOTICE_CONCURRENCY,
    attempts: ATTEMPTS,
    run: async (job) => {
      const parsed = order.safeParse(job.parameters);
      if (!parsed.success) throw new ProblemError({ code: 'job-failed' });
      const { at } = parsed.data;
      const message =
        now().getTime() - Date.parse(at) > USEFUL_MS
          ? null
          : await readMessage(options, parsed.data);
      if (message === null) return;
      const answer = await send(job, message);
      if (answer === 'refused') throw new ProblemError({ code: 'job-failed', place: name });
      if (answer === 'taken')
        log.info(
          { way: name, attempt: job.attempt, afterMs: now().getTime() - Date.parse(at) },
          'notification handed to its provider',
        );
    },
    failed: async () => undefined,
    cancelled: async () => undefined,
  });
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
