import type { Actor, Language } from '@yamori/domain';
import type { Core } from '../../core/context.ts';
import { nightZoneOf } from '../../core/documents/room-place.ts';
import type { Module } from '../../core/module.ts';
import { createSecretBox } from '../../core/secrets/secret-box.ts';
import { createSecretStore } from '../../core/secrets/secret-store.ts';
import { createLineWay, type LineOptions } from './line/line-way.ts';
import type { Contact } from './notice-people.ts';
import { noticeReachRoutes } from './notice-reach.ts';
import { noticeRoutes } from './notice-routes.ts';
import { createNotices, type Notices } from './notices.ts';
import { createPushBrowserStore } from './push/push-browser-store.ts';
import { createPushEnding } from './push/push-ending.ts';
import { newPushKey, openPushKeys } from './push/push-keys.ts';
import { createPushShownStore } from './push/push-shown-store.ts';
import { createPushWay } from './push/push-way.ts';

/** Channels that notify members who have no page open; null: not configured. */
export type NoticeOptions = {
  readonly push: {
    /** Of push services (`push-hosts.ts`). */
    readonly hosts: readonly string[];
    /** `mailto:` or `https:` address of the operator. */
    readonly contact: string;
  } | null;
  readonly line: LineOptions | null;
  /** Timeout of a provider. */
  readonly answerWithinMs?: number;
};

type NotificationDeps = {
  readonly readActor: (userId: string) => Promise<Actor | null>;
  readonly readActors: (userIds: readonly string[]) => Promise<ReadonlyMap<string, Actor>>;
  readonly findAccounts: (userIds: readonly string[]) => Promise<
    ReadonlyMap<
      string,
      {
        readonly language: Language | null;
        readonly email: string | null;
        readonly isEmailVerified: boolean;
      }
    >
  >;
  readonly lineSubjects: (userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
};

type NotificationModule = Module & { readonly deliver: Notices['deliver'] };

/** Notifies members of alarms by push, LINE and mail. */
export async function openNotifications(
  core: Core,
  people: NotificationDeps,
  options: NoticeOptions = { push: null, line: null },
): Promise<NotificationModule> {
  const { database, store, access, mail, secret } = core;
  const browsers = createPushBrowserStore(database, createSecretBox(secret, 'push-browsers'));
  const push = await openPush(core, options);
  const line = options.line === null ? null : createLineWay(options.line, options.answerWithinMs);
  const contactsOf = (userIds: readonly string[]) => readContacts(people, userIds, line !== null);
  const contactOf = async (userId: string): Promise<Contact | null> =>
    (await contactsOf([userId])).get(userId) ?? null;
  const { deliver } = createNotices({
    ...core,
    push,
    line,
    browsers,
    shown: createPushShownStore(database),
    contactOf,
    contactsOf,
    actorsOf: people.readActors,
  });
  const stopEnding = createPushEnding({
    ...core,
    push,
    browsers,
    contactOf,
    timeZoneOf: async (userId) =>
      (await nightZoneOf(store, (await people.readActor(userId))?.domainId ?? '')).timeZone,
  }).start();
  return {
    deliver,
    routes: [
      ...noticeReachRoutes({
        database,
        access,
        store,
        browsers,
        contactsOf,
        has: { push: push !== null, line: line !== null, mail: mail.available },
      }),
      ...noticeRoutes({
        browsers,
        push,
        hasLine: line !== null,
        hasMail: mail.available,
        contactOf,
      }),
    ],
    close: stopEnding,
  };
}

async function openPush(
  { database, secret, now }: Core,
  { push, answerWithinMs }: NoticeOptions,
): Promise<ReturnType<typeof createPushWay> | null> {
  if (push === null) return null;
  const secrets = createSecretStore(database, secret);
  const key = await secrets.shared('push-key', newPushKey);
  return createPushWay({
    keys: await openPushKeys(key, push.contact),
    hosts: push.hosts,
    nowMs: () => now().getTime(),
    answerWithinMs,
  });
}

/** Contacts of those who have an account. */
export async function readContacts(
  { findAccounts, lineSubjects }: Pick<NotificationDeps, 'findAccounts' | 'lineSubjects'>,
  userIds: readonly string[],
  hasLine: boolean,
): Promise<ReadonlyMap<string, Contact>> {
  const accounts = await findAccounts(userIds);
  const subjects = hasLine ? await lineSubjects(userIds) : new Map<string, string>();
  return new Map(
    [...accounts].map(([userId, { language, email, isEmailVerified }]) => [
      userId,
      { language, email: isEmailVerified ? email : null, lineUserId: subjects.get(userId) ?? null },
    ]),
  );
}
