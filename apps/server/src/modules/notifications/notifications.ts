import type { Logger } from 'pino';
import { isTechnical, staffCollection, type NotificationChannel } from '@yamori/domain';
import type { Database, Queries } from '../../core/database/database.ts';
import { getPlace } from '../../core/documents/room-place.ts';
import type { Mail } from '../../core/mail/mail.ts';
import type { Jobs } from '../../core/messaging/jobs/jobs.ts';
import type { LineChannel } from './line/line-channel.ts';
import { sendLine } from './line/send-line.ts';
import { sendMail } from './send-mail.ts';
import {
  MESSAGE_CHANNELS,
  notificationMessageStore,
  type MessageJob,
} from './notification-message-store.ts';
import { getNotificationKey, handleMessages, type Order } from './notification-jobs.ts';
import { findRecipients, type RecipientOptions, type Recipient } from './recipients.ts';
import { readWaitingAlarm, type CurrentAlarm } from './current-alarm.ts';
import type { PushSubscriptionStore } from './push/push-subscription-store.ts';
import { createPushDismissal, type PushDismissalOptions } from './push/dismiss-push.ts';
import { sendPush } from './push/send-push.ts';
import type { DisplayedNotificationStore } from './push/displayed-notification-store.ts';
import type { PushChannel } from './push/push-channel.ts';
import type { NotifiedEvent } from './locales/notification-text.ts';

/**
 * A notification queued by modules/alarms. `userIds` is null if the organisation has no groups.
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
  readonly getContact: PushDismissalOptions['getContact'];
  readonly database: Database;
  readonly jobs: Jobs;
  readonly log: Logger;
  readonly now: () => Date;
  readonly mail: Mail;
  /** Null if this installation does not have the channel. */
  readonly push: PushChannel | null;
  readonly line: LineChannel | null;
  readonly browsers: PushSubscriptionStore;
  readonly shown: DisplayedNotificationStore;
  readonly publicOrigin: string | null;
};

/** A recipient and the channels that delivered. */
type Reached = {
  readonly userId: string;
  readonly name: string;
  readonly ways: readonly NotificationChannel[];
};

/** Whom a notification has reached, and whether messages are still being sent. */
type NotificationOutcome = {
  readonly people: readonly Reached[];
  readonly isSending: boolean;
};

export type Notifications = {
  /**
   * Queues the messages, each as a separate job: a slow provider delays no other message and no
   * alarm. A recipient who has the notification already gets no second one. A job `noticeOutcome`
   * announces each change of the returned outcome; null if the alarm needs no notification.
   */
  readonly deliver: (
    notification: AlarmNotification,
    signal: AbortSignal,
  ) => Promise<NotificationOutcome | null>;
  readonly readOutcome: (
    notification: Omit<AlarmNotification, 'userIds'>,
  ) => Promise<NotificationOutcome>;
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
  const closing = createPushDismissal(options);
  handleMessages(options, 'noticePush', (message, _, signal) =>
    sendPush({ ...options, closing }, message, signal),
  );
  handleMessages(options, 'noticeLine', (message, id, signal) =>
    sendLine(options, message, id, signal),
  );
  handleMessages(options, 'noticeMail', (message, id, signal) =>
    sendMail(options, message, id, signal),
  );

  return {
    async deliver(notification) {
      const what = EVENTS[notification.what];
      if (what === undefined) return closing.close(notification);
      const current = await readWaitingAlarm(store, notification, what);
      if (current === null) return null;
      const { room, accident } = current;
      const recipients = await findRecipients(options, {
        room,
        place: getPlace(room),
        userIds: notification.userIds,
        isTheirs: what === 'tested',
      });
      const people = recipients.filter(
        ({ chose }) => !isTechnical(accident.kind) || chose('deviceFault'),
      );
      await options.database.transaction((queries) =>
        order(options, queries, { ...current, what, notification, people }),
      );
      for (const kind of Object.keys(MESSAGE_CHANNELS)) jobs.wake(kind);
      return readOutcome(options, getNotificationKey(notification));
    },
    readOutcome: (notification) => readOutcome(options, getNotificationKey(notification)),
  };
}

async function readOutcome(
  { database, store }: Pick<NotificationOptions, 'database' | 'store'>,
  notice: string,
): Promise<NotificationOutcome> {
  const messages = await notificationMessageStore.list(database, notice);
  const delivered = messages.filter(({ state }) => state === 'delivered');
  const userIds = [...new Set(delivered.map(({ userId }) => userId))];
  const members = await store.read(userIds.map((userId) => `staff/${userId}`));
  const people = userIds.map((userId, index): Reached => {
    const ways = delivered.filter((message) => message.userId === userId).map(({ way }) => way);
    const name = staffCollection.schema.shape.name.catch('').parse(members[index]?.data['name']);
    return { userId, name, ways: [...new Set(ways)] };
  });
  return { people, isSending: messages.some(({ state }) => state === 'sending') };
}

type Delivery = CurrentAlarm & {
  readonly what: NotifiedEvent;
  readonly notification: AlarmNotification;
  readonly people: readonly Recipient[];
};

async function order(
  options: NotificationOptions,
  queries: Queries,
  { room, what, notification: { roomId, accidentId, step, at }, people }: Delivery,
): Promise<void> {
  const { jobs, push, line, mail } = options;
  const browsers =
    push === null
      ? []
      : await options.browsers.listBrowsers(
          queries,
          people.map(({ userId }) => userId),
        );
  const notice = getNotificationKey({ roomId, accidentId, what, step, at });
  async function add(kind: MessageJob, to: string, { userId, language }: Recipient): Promise<void> {
    if (!(await notificationMessageStore.add(queries, { notice, kind, to }, userId))) return;
    const parameters: Order = { what, roomId, accidentId, step, at, to, userId, language };
    await jobs.add(queries, {
      rootDomainId: room.placement.rootDomainId,
      kind,
      subject: `${notice}/${to}`,
      parameters,
    });
  }
  for (const person of people) {
    const { userId } = person;
    const own = browsers.filter((browser) => browser.userId === userId);
    for (const { id } of own) await add('noticePush', id, person);
    if (line !== null && person.lineUserId !== null && person.chose('line'))
      await add('noticeLine', userId, person);
    if (mail.available && person.email !== null && person.chose('email'))
      await add('noticeMail', userId, person);
  }
}
