import { noticeApi, ProblemError, type NotificationChannels } from '@yamori/domain';
import { route, type Route } from '../../core/http/route.ts';
import type { Contact } from './recipients.ts';
import type { PushSubscriptionStore } from './push/push-subscription-store.ts';
import type { PushChannel } from './push/push-channel.ts';

type NotificationRouteOptions = {
  readonly browsers: PushSubscriptionStore;
  readonly push: PushChannel | null;
  readonly hasLine: boolean;
  readonly hasMail: boolean;
  readonly getContact: (userId: string) => Promise<Contact | null>;
};

/** Routes for the caller’s notification channels and browsers. */
export function notificationRoutes({
  browsers,
  push,
  hasLine,
  hasMail,
  getContact,
}: NotificationRouteOptions): readonly Route[] {
  return [
    route(noticeApi.ways, async ({ actor: { userId } }): Promise<NotificationChannels> => {
      const contact = await getContact(userId);
      return {
        push:
          push === null
            ? null
            : {
                publicKey: push.publicKey,
                browsers: (await browsers.listOwn(userId)).map(({ id, until }) => ({
                  id,
                  until: until?.toISOString() ?? null,
                })),
              },
        mail: !hasMail ? null : contact === null || contact.email === null ? 'unproven' : 'ready',
        line: !hasLine
          ? null
          : contact === null || contact.lineUserId === null
            ? 'unlinked'
            : 'ready',
      };
    }),
    route(noticeApi.addBrowser, async ({ actor, session: { sessionId }, body }) => {
      if (push === null) throw new ProblemError('push-missing');
      if (!push.isAddress(body.endpoint)) throw new ProblemError('push-service-refused');
      await browsers.put({ userId: actor.userId, sessionId }, body);
    }),
    route(noticeApi.removeBrowser, ({ actor, body }) =>
      browsers.remove(actor.userId, body.endpoint),
    ),
  ];
}
