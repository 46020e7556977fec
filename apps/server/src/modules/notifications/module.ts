import type { Actor, Language } from '@yamori/domain';
import type { Core } from '../../core/context.ts';
import { readNightZone } from '../../core/documents/room-place.ts';
import type { Module } from '../../core/module.ts';
import { createSecretBox } from '../../core/secrets/secret-box.ts';
import { createSecretStore } from '../../core/secrets/secret-store.ts';
import { createLineChannel, type LineOptions } from './line/line-channel.ts';
import type { Contact } from './recipients.ts';
import { notificationChannelRoutes } from './notification-channels.ts';
import { notificationRoutes } from './notification-routes.ts';
import { createNotifications, type Notifications } from './notifications.ts';
import { createPushSubscriptionStore } from './push/push-subscription-store.ts';
import { createSubscriptionExpiry } from './push/expire-subscriptions.ts';
import { newPushKey, openPushKeys } from './push/push-keys.ts';
import { createDisplayedNotificationStore } from './push/displayed-notification-store.ts';
import { createPushChannel } from './push/push-channel.ts';

/** Channels for members who have no page open; null if not configured. */
export type NotificationOptions = {
  readonly push: {
    /** Allowed push services (`push-hosts.ts`). */
    readonly hosts: readonly string[];
    /** `mailto:` or `https:` address of the operator. */
    readonly contact: string;
  } | null;
  readonly line: LineOptions | null;
  /** Timeout of a provider. */
  readonly answerTimeoutMs?: number;
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

type NotificationModule = Module & { readonly delivery: Notifications };

/** Notifies members of alarms by push, LINE and e-mail. */
export async function openNotifications(
  core: Core,
  people: NotificationDeps,
  options: NotificationOptions = { push: null, line: null },
): Promise<NotificationModule> {
  const { database, store, access, mail, secret } = core;
  const browsers = createPushSubscriptionStore(database, createSecretBox(secret, 'push-browsers'));
  const push = await openPush(core, options);
  const line =
    options.line === null ? null : createLineChannel(options.line, options.answerTimeoutMs);
  const getContacts = (userIds: readonly string[]) => readContacts(people, userIds, line !== null);
  const getContact = async (userId: string): Promise<Contact | null> =>
    (await getContacts([userId])).get(userId) ?? null;
  const delivery = createNotifications({
    ...core,
    push,
    line,
    browsers,
    shown: createDisplayedNotificationStore(database),
    getContact,
    getContacts,
    readActors: people.readActors,
  });
  const stopEnding = createSubscriptionExpiry({
    ...core,
    push,
    browsers,
    getContact,
    readTimeZone: async (userId) =>
      (await readNightZone(store, (await people.readActor(userId))?.domainId ?? '')).timeZone,
  }).start();
  return {
    delivery,
    routes: [
      ...notificationChannelRoutes({
        database,
        access,
        store,
        browsers,
        getContacts,
        has: { push: push !== null, line: line !== null, mail: mail.available },
      }),
      ...notificationRoutes({
        browsers,
        push,
        hasLine: line !== null,
        hasMail: mail.available,
        getContact,
      }),
    ],
    close: stopEnding,
  };
}

async function openPush(
  { database, secret, now }: Core,
  { push, answerTimeoutMs }: NotificationOptions,
): Promise<ReturnType<typeof createPushChannel> | null> {
  if (push === null) return null;
  const secrets = createSecretStore(database, secret);
  const key = await secrets.shared('push-key', newPushKey);
  return createPushChannel({
    keys: await openPushKeys(key, push.contact),
    hosts: push.hosts,
    nowMs: () => now().getTime(),
    answerTimeoutMs,
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
