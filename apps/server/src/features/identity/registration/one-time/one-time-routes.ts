import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  oneTimeLinkApi,
  oneTimeSignInCall,
  oneTimeTokenCall,
  oneTimeView,
  sessionReply,
} from '@yamori/domain';
import { requireActor } from '../../../../http/request-actor.ts';
import { serveEndpoint } from '../../../../http/serve-endpoint.ts';
import { replyAdmission, visitOf } from '../../session-reply.ts';
import { requireSignedOut } from '../registration-reply.ts';
import type { RegistrationParts } from '../registration-parts.ts';
import {
  makeOneTimeLink,
  oneTimeLinksOf,
  signInByLink,
  viewOneTimeLink,
  viewOwnLink,
  withdrawOneTimeLink,
} from './one-time-access.ts';
import { presentOneTimeLink } from './one-time-store.ts';

/**
 * One-time links: made, listed and withdrawn by those who manage people; each opens one thing once.
 */
export function registerOneTimeRoutes(plain: FastifyInstance, parts: RegistrationParts): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  serveEndpoint(plain, oneTimeLinkApi.list, async ({ actor, query }) => ({
    links: (await oneTimeLinksOf(parts, actor, query.domainId)).map(presentOneTimeLink),
  }));

  serveEndpoint(plain, oneTimeLinkApi.create, async ({ actor, body }) => {
    const { link, token } = await makeOneTimeLink(parts, actor, body);
    return { link: presentOneTimeLink(link), token };
  });

  serveEndpoint(plain, oneTimeLinkApi.revoke, ({ actor, params }) =>
    withdrawOneTimeLink(parts, actor, params.linkId),
  );

  server.post(
    '/api/one-time-links/view',
    { schema: { body: oneTimeTokenCall, response: { 200: oneTimeView } } },
    async (request) => viewOneTimeLink(parts, request.body.token, visitOf(request)),
  );

  server.get(
    '/api/one-time-links/current',
    { schema: { response: { 200: oneTimeView } } },
    async (request) => viewOwnLink(parts, requireActor(request)),
  );

  server.post(
    '/api/session/one-time',
    { schema: { body: oneTimeSignInCall, response: { 200: sessionReply } } },
    async (request, reply) => {
      requireSignedOut(request);
      return replyAdmission(
        parts.identity,
        reply,
        await signInByLink(parts, request.body, visitOf(request)),
      );
    },
  );
}
