import {
  noticeWays,
  pushBrowser,
  refuse,
  removePushBrowserCall,
  type NoticeWays,
} from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { assertOwnAccount, requireOwnAccount, requireSession } from '../../http/request-actor.ts';
import type { Contact } from './notice-people.ts';
import type { PushBrowserStore } from './push/push-browser-store.ts';
import type { PushWay } from './push/push-way.ts';

export type NoticeRouteParts = {
  readonly browsers: PushBrowserStore;
  readonly push: PushWay | null;
  readonly hasLine: boolean;
  readonly hasMail: boolean;
  readonly contactOf: (userId: string) => Promise<Contact | null>;
};

/** `/api/notices/…`: by which ways one is told oneself, and which browsers are one's own. */
export function registerNoticeRoutes(
  plain: FastifyInstance,
  { browsers, push, hasLine, hasMail, contactOf }: NoticeRouteParts,
): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.get(
    '/api/notices/ways',
    { schema: { response: { 200: noticeWays } } },
    async (request): Promise<NoticeWays> => {
      const { userId } = requireOwnAccount(request);
      const contact = await contactOf(userId);
      return {
        push:
          push === null
            ? null
            : {
                publicKey: push.publicKey,
                browsers: (await browsers.ownOf(userId)).map(({ id, until }) => ({
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
    },
  );

  server.post(
    '/api/notices/browsers',
    { schema: { body: pushBrowser } },
    async (request, reply) => {
      const { actor, sessionId } = requireSession(request);
      assertOwnAccount(actor);
      if (push === null) throw refuse('push-missing');
      if (!push.isAddress(request.body.endpoint)) throw refuse('push-service-refused');
      await browsers.put({ userId: actor.userId, sessionId }, request.body);
      return reply.code(204).send();
    },
  );

  server.post(
    '/api/notices/browsers/remove',
    { schema: { body: removePushBrowserCall } },
    async (request, reply) => {
      const { userId } = requireOwnAccount(request);
      await browsers.remove(userId, request.body.endpoint);
      return reply.code(204).send();
    },
  );
}
