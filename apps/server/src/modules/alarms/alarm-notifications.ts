import { ProblemError, type JobKindName, type NotificationChannel } from '@yamori/domain';
import { z } from 'zod';
import type { Queries } from '../../core/database/database.ts';
import type { Jobs } from '../../core/messaging/jobs/jobs.ts';

/**
 * A notification about an alarm. `forgotten`: the responder has not recorded an outcome.
 * `acknowledged`, `ongoing`, `over`, `resolved`: silently replaces what devices show. `tested`:
 * only to the member who started the test. Delivery reads the alarm again, because it may have a
 * responder by then.
 */
const alarmNotification = z.strictObject({
  what: z.enum([
    'raised',
    'toldAgain',
    'escalated',
    'forgotten',
    'withdrawn',
    'acknowledged',
    'ongoing',
    'over',
    'resolved',
    'tested',
  ]),
  roomId: z.string(),
  accidentId: z.string(),
  /** Group of the organisation, from 0; the earlier groups were notified before. */
  step: z.int().min(0),
  userIds: z.array(z.string()),
  at: z.iso.datetime(),
});
export type AlarmNotification = z.infer<typeof alarmNotification>;

/** `userIds` null: the organisation has no groups. */
type NotificationToDeliver = Omit<AlarmNotification, 'userIds'> & {
  readonly userIds: readonly string[] | null;
};

/** A recipient and the channels that delivered. */
export type ReachedPerson = {
  readonly userId: string;
  readonly name: string;
  readonly ways: readonly NotificationChannel[];
};

/** Whom a notification has reached, and whether messages are still being sent. */
export type NotificationOutcome = {
  readonly people: readonly ReachedPerson[];
  readonly isSending: boolean;
};

export type NotificationDelivery = {
  /**
   * Delivers a notification over the available channels. Called once for each notification, again
   * for everyone if its group cannot be reached, and again if a server died during delivery; if it
   * throws, it is retried. Returns the outcome so far, or null if the alarm is over. A job
   * `noticeOutcome` follows each change of the outcome.
   */
  readonly deliver: (
    notification: NotificationToDeliver,
    signal: AbortSignal,
  ) => Promise<NotificationOutcome | null>;
  readonly readOutcome: (notification: AlarmNotification) => Promise<NotificationOutcome>;
};

export type AlarmNotificationQueue = {
  /** Call within the transaction that stores the change: both commit or neither does. */
  readonly order: (
    queries: Queries,
    rootDomainId: string,
    notification: AlarmNotification,
  ) => Promise<void>;
  /** Call after the transaction. */
  readonly wake: () => void;
};

const JOB = 'alarmNotice';
/** Ordered by modules/notifications when the outcome of a notification changes. */
const OUTCOME_JOB = 'noticeOutcome';
type NotificationHandler = (notification: AlarmNotification, signal: AbortSignal) => Promise<void>;

/** Attempts before a notification is abandoned, over about half an hour. */
const ATTEMPTS = 10;

/**
 * The outbox of notifications, as jobs (decision 022): rows that survive every server, claimed by
 * any of them under a lease.
 */
export function openAlarmNotificationQueue({
  jobs,
  deliver,
  recordOutcome,
}: {
  readonly jobs: Jobs;
  readonly deliver: NotificationHandler;
  /** Called when the outcome of a notification changed. */
  readonly recordOutcome: NotificationHandler;
}): AlarmNotificationQueue {
  handleNotifications(jobs, JOB, deliver);
  handleNotifications(jobs, OUTCOME_JOB, recordOutcome);
  return {
    async order(queries, rootDomainId, notification) {
      // The time distinguishes notifications, so a duplicate request creates one job.
      await jobs.add(queries, {
        rootDomainId,
        kind: JOB,
        subject: `${notification.roomId}/${notification.accidentId}/${notification.what}/${notification.step}/${notification.at}`,
        parameters: notification,
      });
    },
    wake: () => jobs.wake(JOB),
  };
}

const handleNotifications = (jobs: Jobs, name: JobKindName, handle: NotificationHandler): void =>
  jobs.handle({
    name,
    isUrgent: true,
    concurrency: 4,
    attempts: ATTEMPTS,
    run: async ({ parameters, signal }) => {
      const parsed = alarmNotification.safeParse(parameters);
      // Written by another version in an unreadable form: a retry would not help.
      if (!parsed.success) throw new ProblemError('job-failed');
      await handle(parsed.data, signal);
    },
    failed: async () => undefined,
    cancelled: async () => undefined,
  });
