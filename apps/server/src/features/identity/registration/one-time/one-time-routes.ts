import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  createOneTimeLinkCall,
  createOneTimeLinkReply,
  oneTimeLinkListReply,
  oneTimeSignInCall,
  oneTimeTokenCall,
  oneTimeView,
  sessionReply,
} from '@yamori/domain';
import { z } from 'zod';
import { requireActor } from '../../../../http/request-actor.ts';
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

  server.get(
    '/api/one-time-links',
    {
      schema: {
        querystring: z.strictObject({ domainId: z.string().min(1).max(100) }),
        response: { 200: oneTimeLinkListReply },
      },
    },
    async (request) => ({
      links: (await oneTimeLinksOf(parts, requireActor(request), request.query.domainId)).map(
        presentOneTimeLink,
      ),
    }),
  );

  server.post(
    '/api/one-time-links',
    { schema: { body: createOneTimeLinkCall, response: { 200: createOneTimeLinkReply } } },
    async (request) => {
      const { link, token } = await makeOneTimeLink(parts, requireActor(request), request.body);
      return { link: presentOneTimeLink(link), token };
    },
  );

  server.post(
    '/api/one-time-links/:linkId/revoke',
    { schema: { params: z.strictObject({ linkId: z.string().min(1).max(100) }) } },
    async (request, reply) => {
      await withdrawOneTimeLink(parts, requireActor(request), request.params.linkId);
      return reply.code(204).send();
    },
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
