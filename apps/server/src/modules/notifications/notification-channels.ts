import {
  isVisible,
  maySeeNotificationChannels,
  organisationApi,
  ProblemError,
  staffVisibleTo,
  type Actor,
  type MemberChannels,
  type NotificationChannel,
} from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import type { DocumentAccess } from '../../core/documents/document-access.ts';
import type { ReadDocument } from '../../core/documents/document-presentation.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import { route, type Route } from '../../core/http/route.ts';
import { choicesIn, membersAbove, type Contact } from './recipients.ts';
import type { PushSubscriptionStore } from './push/push-subscription-store.ts';

type NotificationChannelOptions = {
  readonly database: Database;
  readonly access: DocumentAccess;
  readonly store: DocumentStore;
  readonly browsers: PushSubscriptionStore;
  /** Channels that this installation has. */
  readonly has: Readonly<Record<NotificationChannel, boolean>>;
  readonly getContacts: (userIds: readonly string[]) => Promise<ReadonlyMap<string, Contact>>;
};

/** Route for the members who may join an organisation’s groups and are visible to the reader. */
export function notificationChannelRoutes(options: NotificationChannelOptions): readonly Route[] {
  return [
    route(organisationApi.noticeReach, async ({ actor, params: { domainId } }) => {
      const [domain] = await options.access.read(actor, [`domain/${domainId}`]);
      if (domain === null || domain === undefined) throw new ProblemError('document-not-found');
      if (!maySeeNotificationChannels(actor, { domainId }))
        throw new ProblemError('document-forbidden');
      return { people: await readRecipients(options, actor, domainId) };
    }),
  ];
}

async function readRecipients(
  { database, store, browsers, has, getContacts }: NotificationChannelOptions,
  actor: Actor,
  domainId: string,
): Promise<MemberChannels['people']> {
  const members = (await membersAbove(store, domainId)).filter((member) =>
    isVisible(member, staffVisibleTo(actor)),
  );
  const subscribers = new Set(
    (has.push
      ? await browsers.listBrowsers(
          database,
          members.map(({ id }) => id),
        )
      : []
    ).map(({ userId }) => userId),
  );
  const contacts = await getContacts(members.map(({ id }) => id));
  return members.map((member) => ({
    userId: member.id,
    ways: [
      ...(subscribers.has(member.id) ? ['push' as const] : []),
      ...getChosenChannels(member, has, contacts.get(member.id)),
    ],
  }));
}

function getChosenChannels(
  { data }: ReadDocument,
  has: NotificationChannelOptions['has'],
  contact: Contact | undefined,
): NotificationChannel[] {
  const chose = choicesIn(data['notify']);
  return [
    ...(has.line && chose('line') && typeof contact?.lineUserId === 'string'
      ? ['line' as const]
      : []),
    ...(has.mail && chose('email') && typeof contact?.email === 'string' ? ['mail' as const] : []),
  ];
}
