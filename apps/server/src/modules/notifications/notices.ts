import type { Logger } from 'pino';
import { isTechnical, type TellingWay } from '@yamori/domain';
import type { Database, Queries } from '../../core/database/database.ts';
import { getPlace } from '../../core/documents/room-place.ts';
import type { Mail } from '../../core/mail/mail.ts';
import type { Jobs } from '../../core/messaging/jobs/jobs.ts';
import type { LineChannel } from './line/line-channel.ts';
import { LINE_JOB, sendLine } from './line/line-notices.ts';
import { handleMessages, USEFUL_MS, type Order } from './notice-orders.ts';
import { peopleToTell, type NoticePeopleOptions, type NoticePerson } from './notice-people.ts';
import { stillWaiting, formatNotification, type Standing } from './notice-standing.ts';
import { getTexts } from './notice-words.ts';
import type { PushBrowserStore } from './push/push-browser-store.ts';
import { createPushClosing, type PushClosingOptions } from './push/push-closing.ts';
import { PUSH_JOB, sendPush } from './push/push-notices.ts';
import type { PushShownStore } from './push/push-shown-store.ts';
import type { PushChannel } from './push/push-channel.ts';
import type { NotifiedEvent } from './locales/notice-text.ts';

/**
 * A notification that an alarm orders (modules/alarms). `userIds` is null if the organisation has
 * no groups.
 */
type Notice = {
  readonly what: string;
  readonly roomId: string;
  readonly accidentId: string;
  readonly step: number;
  readonly userIds: readonly string[] | null;
  readonly at: string;
};

type NoticeOptions = NoticePeopleOptions & {
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
  readonly ways: readonly TellingWay[];
};

export type Notices = {
  /**
   * Queues the messages, each as a separate job: a slow provider delays no other message and no
   * alarm. Returns the recipients; null if the alarm needs no notification.
   */
  readonly deliver: (notice: Notice, signal: AbortSignal) => Promise<readonly Reached[] | null>;
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

export function createNotices(options: NoticeOptions): Notices {
  const { jobs, store } = options;
  const closing = createPushClosing(options);
  handleMessages(options, PUSH_JOB, (job, message) =>
    sendPush({ ...options, closing }, message, job.signal),
  );
  handleMessages(options, LINE_JOB, (job, message) =>
    sendLine(options, message, job.subject, job.signal),
  );

  return {
    async deliver(notice) {
      const what = EVENTS[notice.what];
      if (what === undefined) return closing.close(notice);
      const standing = await stillWaiting(store, notice, what);
      if (
        standing === null ||
        (options.push === null && options.line === null && !options.mail.available)
      )
        return null;
      const { room, accident } = standing;
      const everybody = await peopleToTell(options, {
        room,
        place: getPlace(room),
        userIds: notice.userIds,
        isTheirs: what === 'tested',
      });
      const people = everybody.filter(
        ({ chose }) => !isTechnical(accident.kind) || chose('deviceFault'),
      );
      const reached = await options.database.transaction((queries) =>
        order(options, queries, { ...standing, what, notice, people }),
      );
      jobs.wake(PUSH_JOB);
      jobs.wake(LINE_JOB);
      return reached;
    },
  };
}

type Delivery = Standing & {
  readonly what: NotifiedEvent;
  readonly notice: Notice;
  readonly people: readonly NoticePerson[];
};

async function order(
  options: NoticeOptions,
  queries: Queries,
  { room, accident, what, notice: { roomId, accidentId, step, at }, people }: Delivery,
): Promise<readonly Reached[]> {
  const { jobs, push, line, mail } = options;
  const browsers =
    push === null
      ? []
      : await options.browsers.idsOf(
          queries,
          people.map(({ userId }) => userId),
        );
  const add = (kind: string, to: string, { userId, language }: NoticePerson): Promise<boolean> =>
    jobs.add(queries, {
      rootDomainId: room.placement.rootDomainId,
      kind,
      subject: `${roomId}/${accidentId}/${what}/${step}/${at}/${to}`,
      parameters: { what, roomId, accidentId, at, to, userId, language } satisfies Order,
    });
  const reached: Reached[] = [];
  for (const person of people) {
    const ways: TellingWay[] = [];
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
