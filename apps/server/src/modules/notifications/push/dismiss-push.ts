import { getCause, ProblemError, type Accident, type Language } from '@yamori/domain';
import { z } from 'zod';
import type { Database } from '../../../core/database/database.ts';
import type { DocumentStore } from '../../../core/documents/document-store.ts';
import type { Jobs } from '../../../core/messaging/jobs/jobs.ts';
import { NOTICE_CONCURRENCY } from '../notification-jobs.ts';
import {
  getRoomName,
  getAlarmPath,
  readCurrentAlarm,
  formatStatus,
  getNotificationTag,
  type Alarm,
} from '../current-alarm.ts';
import { getTexts } from '../notification-texts.ts';
import type { PushSubscriptionStore } from './push-subscription-store.ts';
import type { DisplayedNotificationStore } from './displayed-notification-store.ts';
import type { PushChannel } from './push-channel.ts';

/**
 * Silently replaces the notification of an alarm once a carer responds, once its cause is over, and
 * once it is closed (decision 041). A browser must show a notification for every push, so none can
 * be removed silently.
 */
export type PushDismissal = {
  /** `at` distinguishes repeated closings. Returns null, because a closing has no recipients. */
  readonly close: (alarm: Alarm & { readonly at: string }) => Promise<null>;
};

export type PushDismissalOptions = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly store: DocumentStore;
  readonly push: PushChannel | null;
  readonly browsers: PushSubscriptionStore;
  readonly shown: DisplayedNotificationStore;
  readonly getContact: (userId: string) => Promise<{ readonly language: Language | null } | null>;
};

const CLOSE_JOB = 'noticeClose';
/** Fewer than for alarms, because a late replacement does little harm. */
const ATTEMPTS = 4;

const order = z.strictObject({
  roomId: z.string(),
  accidentId: z.string(),
  to: z.string(),
  userId: z.string(),
});

export function createPushDismissal(options: PushDismissalOptions): PushDismissal {
  const { database, jobs, store, shown, push } = options;
  jobs.handle({
    name: CLOSE_JOB,
    concurrency: NOTICE_CONCURRENCY,
    attempts: ATTEMPTS,
    run: async ({ parameters, signal }) => {
      const parsed = order.safeParse(parameters);
      if (!parsed.success) throw new ProblemError('job-failed');
      await sendClosing(options, parsed.data, signal);
    },
    failed: async () => undefined,
    cancelled: async () => undefined,
  });
  return {
    async close({ roomId, accidentId, at }) {
      const showing = push === null ? [] : await shown.of(`${roomId}/${accidentId}`);
      if (showing.length === 0) return null;
      const current = await readCurrentAlarm(store, { roomId, accidentId });
      if (current === null || !mayReplace(current.accident)) return null;
      const { rootDomainId } = current.room.placement;
      await database.transaction(async (queries) => {
        for (const { browserId, userId } of showing)
          await jobs.add(queries, {
            rootDomainId,
            kind: CLOSE_JOB,
            subject: `${roomId}/${accidentId}/close/${at}/${browserId}`,
            parameters: { roomId, accidentId, to: browserId, userId },
          });
      });
      jobs.wake(CLOSE_JOB);
      return null;
    },
  };
}

/** An unanswered alarm without a condition, such as a call, keeps its notification. */
const mayReplace = (accident: Accident): boolean =>
  accident.state !== 'raised' || getCause(accident) !== null;

async function sendClosing(
  { store, push, browsers, shown, getContact }: PushDismissalOptions,
  { roomId, accidentId, to, userId }: z.infer<typeof order>,
  signal: AbortSignal,
): Promise<void> {
  const current = await readCurrentAlarm(store, { roomId, accidentId });
  const browser = await browsers.find(to);
  if (push === null || current === null || browser === null || browser.userId !== userId) return;
  const { room, accident } = current;
  if (!mayReplace(accident)) return;
  const words = getTexts((await getContact(userId))?.language ?? null);
  const isClosed = accident.state === 'resolved';
  const answer = await push.send(
    browser,
    {
      title: words.title(getRoomName(room), accident.kind),
      body: isClosed ? words.over : formatStatus(words, accident),
      tag: getNotificationTag(roomId, accidentId, accident),
      path: getAlarmPath(roomId),
      at: accident.raisedAt.getTime(),
      quiet: true,
    },
    signal,
  );
  if (answer === 'gone') await browsers.forget(to);
  if (isClosed) await shown.remove(`${roomId}/${accidentId}`, to);
}
