import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Database } from './core/database/database.ts';
import type { DocumentAccess } from './core/documents/document-access.ts';
import type { DocumentStore } from './core/documents/document-store.ts';
import { nightZoneOf } from './core/documents/night-zone.ts';
import { findAccounts } from './modules/identity/registration/accounts.ts';
import { readProviderSubjects } from './modules/identity/federation/linked-accounts.ts';
import { readMemberActor, readMemberActors } from './modules/identity/member-actor.ts';
import { createSecretBox } from './modules/identity/secret-box.ts';
import { createSecretStore } from './modules/identity/secret-store.ts';
import { createLineWay, type LineOptions } from './modules/notifications/line/line-way.ts';
import type { Contact } from './modules/notifications/notice-people.ts';
import { registerNoticeReachRoutes } from './modules/notifications/notice-reach.ts';
import { registerNoticeRoutes } from './modules/notifications/notice-routes.ts';
import { createNotices, type Notices } from './modules/notifications/notices.ts';
import { createPushBrowserStore } from './modules/notifications/push/push-browser-store.ts';
import { newPushKey, openPushKeys } from './modules/notifications/push/push-keys.ts';
import { createPushEnding } from './modules/notifications/push/push-ending.ts';
import { createPushShownStore } from './modules/notifications/push/push-shown-store.ts';
import { createPushWay } from './modules/notifications/push/push-way.ts';
import type { Mail } from './core/mail/mail.ts';
import type { Bus } from './core/messaging/bus.ts';
import { createJobs } from './core/messaging/jobs/jobs.ts';

/**
 * By which ways members are told of alarms who look at no page; null: this installation has not got
 * it.
 */
export type NoticeOptions = {
  readonly push: {
    /** Of push services (`push-hosts.ts`). */
    readonly hosts: readonly string[];
    /** `mailto:` or `https:` of whoever runs this. */
    readonly contact: string;
  } | null;
  readonly line: LineOptions | null;
  /** How long a provider is waited for. */
  readonly answerWithinMs?: number;
};

export type NoticeSide = {
  readonly deliver: Notices['deliver'];
  readonly close: () => Promise<void>;
};

export type NoticeSideParts = {
  readonly database: Database;
  readonly bus: Bus;
  readonly log: Logger;
  readonly now: () => Date;
  readonly server: FastifyInstance;
  readonly store: DocumentStore;
  readonly access: DocumentAccess;
  readonly mail: Mail;
  readonly secret: string;
  readonly publicOrigin: string | null;
  readonly notices?: NoticeOptions;
};

export async function openNoticeSide({
  database,
  bus,
  log,
  now,
  server,
  store,
  access,
  mail,
  secret,
  publicOrigin,
  notices: options,
}: NoticeSideParts): Promise<NoticeSide> {
  const secrets = createSecretStore(database, secret);
  const box = createSecretBox(secret, 'push-browsers');
  const browsers = createPushBrowserStore(database, box);
  const push =
    options === undefined || options.push === null
      ? null
      : createPushWay({
          keys: await openPushKeys(
            await secrets.shared('push-key', newPushKey),
            options.push.contact,
          ),
          hosts: options.push.hosts,
          nowMs: () => now().getTime(),
          answerWithinMs: options.answerWithinMs,
        });
  const line =
    options === undefined || options.line === null
      ? null
      : createLineWay(options.line, options.answerWithinMs);
  const contactsOf = (userIds: readonly string[]): Promise<ReadonlyMap<string, Contact>> =>
    readContacts(database, userIds, line !== null);
  const contactOf = async (userId: string): Promise<Contact | null> =>
    (await contactsOf([userId])).get(userId) ?? null;
  const jobs = createJobs({ database, bus, log });
  const { deliver } = createNotices({
    database,
    jobs,
    log,
    now,
    store,
    mail,
    push,
    line,
    browsers,
    shown: createPushShownStore(database),
    publicOrigin,
    contactOf,
    contactsOf,
    actorsOf: (userIds) => readMemberActors(database, userIds),
  });
  registerNoticeReachRoutes(server, {
    database,
    access,
    store,
    browsers,
    contactsOf,
    has: { push: push !== null, line: line !== null, mail: mail.available },
  });
  registerNoticeRoutes(server, {
    browsers,
    push,
    hasLine: line !== null,
    hasMail: mail.available,
    contactOf,
  });
  const endEnding = createPushEnding({
    push,
    browsers,
    now,
    log,
    contactOf,
    timeZoneOf: async (userId) =>
      (await nightZoneOf(store, (await readMemberActor(database, userId))?.domainId ?? ''))
        .timeZone,
  }).start();
  return {
    deliver,
    async close() {
      await endEnding();
      await jobs.close();
    },
  };
}

/**
 * How people are reached, of those who have an account: a statement for all of them, and one more
 * where there is LINE.
 */
export async function readContacts(
  database: Database,
  userIds: readonly string[],
  hasLine: boolean,
): Promise<ReadonlyMap<string, Contact>> {
  const accounts = await findAccounts(database, userIds);
  const subjects = hasLine
    ? await readProviderSubjects(database, userIds, 'line')
    : new Map<string, string>();
  return new Map(
    [...accounts].map(([userId, { language, email, isEmailVerified }]) => [
      userId,
      { language, email: isEmailVerified ? email : null, lineUserId: subjects.get(userId) ?? null },
    ]),
  );
}
