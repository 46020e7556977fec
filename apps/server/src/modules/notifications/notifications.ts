import type { Logger } from 'pino';
import { isTechnical, type NotificationChannel } from '@yamori/domain';
import type { Database, Queries } from '../../core/database/database.ts';
import { getPlace } from '../../core/documents/room-place.ts';
import type { Mail } from '../../core/mail/mail.ts';
import type { Jobs } from '../../core/messaging/jobs/jobs.ts';
import type { LineChannel } from './line/line-channel.ts';
import { LINE_JOB, sendLine } from './line/send-line.ts';
import { handleMessages, USEFUL_MS, type Order } from './notification-jobs.ts';
import { findRecipients, type RecipientOptions, type Recipient } from './recipients.ts';
import { readWaitingAlarm, formatNotification, type CurrentAlarm } from './current-alarm.ts';
import { getTexts } from './notification-texts.ts';
import type { PushBrowserStore } from './push/push-browser-store.ts';
import { createPushClosing, type PushClosingOptions } from './push/push-closing.ts';
import { PUSH_JOB, sendPush } from './push/send-push.ts';
import type { PushShownStore } from './push/push-shown-store.ts';
import type { PushChannel } from './push/push-channel.ts';
import type { NotifiedEvent } from './locales/notification-text.ts';

/**
 * A notification that an alarm orders (modules/alarms). `userIds` is null if the organisation has
 * no groups.
 */
type AlarmNotification = {
  readonly what: string;
  readonly roomId: string;
  readonly accidentId: string;
  readonly step: number;
  readonly userIds: readonly string[] | null;
  readonly at: string;
};

type NotificationOptions = RecipientOptions & {
  readonly getContact: PushClosingOptions['getContact'];
  readonly database: Database;
  readonly jobs: Jobs;
  readonly log: Logger;
  readonly now: () => Date;
  readonly mail: Mail;
  /** Null if this installation does not have the channel. */
  readonly push: PushChannel | null;
  readonly line: LineChannel | null;
  readonly browsers: PushBrowserStore;
  readonly shown: PushShownStore;
  readonly publicOrigin: string | null;
};

/** A recipient and the channels. */
type Reached = {
  readonly userId: string;
  readonly name: string;
  readonly ways: readonly NotificationChannel[];
};

export type Notifications = {
  /**
   * Queues the messages, each as a separate job: a slow provider delays no other message and no
   * alarm. Returns the recipients; null if the alarm needs no notification.
   */
  readonly deliver: (
    notification: AlarmNotification,
    signal: AbortSignal,
  ) => Promise<readonly Reached[] | null>;
};

/** Occasions that notify; any other replaces the earlier notifications. */
const EVENTS: Readonly<Record<string, NotifiedEvent | undefined>> = {
  raised: 'raised',
  toldAgain: 'toldAgain',
  escalated: 'escalated',
  forgotten: 'forgotten',
  withdrawn: 'withdrawn',
  tested: 'tested',
};

export function createNotifications(options: NotificationOptions): Notifications {
  const { jobs, store } = options;
  const closing = createPushClosing(options);
  handleMessages(options, PUSH_JOB, (job, message) =>
    sendPush({ ...options, closing }, message, job.signal),
  );
  handleMessages(options, LINE_JOB, (job, message) =>
    sendLine(options, message, job.subject, job.signal),
  );

  return {
    async deliver(notification) {
      const what = EVENTS[notification.what];
      if (what === undefined) return closing.close(notification);
      const current = await readWaitingAlarm(store, notification, what);
      if (
        current === null ||
        (options.push === null && options.line === null && !options.mail.available)
      )
        return null;
      const { room, accident } = current;
      const everybody = await findRecipients(options, {
        room,
        place: getPlace(room),
        userIds: notification.userIds,
        isTheirs: what === 'tested',
      });
      const people = everybody.filter(
        ({ chose }) => !isTechnical(accident.kind) || chose('deviceFault'),
      );
      const reached = await options.database.transaction((queries) =>
        order(options, queries, { ...current, what, notification, people }),
      );
      jobs.wake(PUSH_JOB);
      jobs.wake(LINE_JOB);
      return reached;
    },
  };
}

type Delivery = CurrentAlarm & {
  readonly what: NotifiedEvent;
  readonly notification: AlarmNotification;
  readonly people: readonly Recipient[];
};

async function order(
  options: NotificationOptions,
  queries: Queries,
  { room, accident, what, notification: { roomId, accidentId, step, at }, people }: Delivery,
): Promise<readonly Reached[]> {
  const { jobs, push, line, mail } = options;
  const browsers =
    push === null
      ? []
      : await options.browsers.listBrowsers(
          queries,
          people.map(({ userId }) => userId),
        );
  const add = (kind: string, to: string, { userId, language }: Recipient): Promise<boolean> =>
    jobs.add(queries, {
      rootDomainId: room.placement.rootDomainId,
      kind,
      subject: `${roomId}/${accidentId}/${what}/${step}/${at}/${to}`,
      parameters: { what, roomId, accidentId, at, to, userId, language } satisfies Order,
    });
  const reached: Reached[] = [];
  for (const person of people) {
    const ways: NotificationChannel[] = [];
    const own = browsers.filter(({ userId }) => userId === person.userId);
    for (const { id } of own) await add(PUSH_JOB, id, person);
    if (own.length > 0) ways.push('push');
    if (line !== null && person.lineUserId !== null && person.chose('line')) {
      await add(LINE_JOB, person.userId, person);
      ways.push('line');
    }
    if (mail.available && person.email !== null && person.chose('email')) {
      const {
        title,
        body,
        at: when,
        link,
      } = await formatNotification(options, { room, accident, what, language: person.language });
      await mail.send(
        {
          kind: 'alarm',
          to: person.email,
          ...getTexts(person.language).mail(title, body, when, link),
          usefulMs: USEFUL_MS,
        },
        queries,
      );
      ways.push('mail');
    }
    if (ways.length > 0) reached.push({ userId: person.userId, name: person.name, ways });
  }
  return reached;
}
