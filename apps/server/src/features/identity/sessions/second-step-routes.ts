import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  passkeyAssertion,
  passkeyOptionsReply,
  secondFactorProof,
  sessionReply,
} from '@yamori/domain';
import type { Identity } from '../identity.ts';
import { presentSession, replyAdmission, setCookies, visitOf } from '../session-reply.ts';

const passkeyCall = z.strictObject({ assertion: passkeyAssertion });

/**
 * The second factor of a half-open sign-in, and the passkey as a way in. Who calls is known by a
 * cookie or by nothing yet.
 */
export function registerSecondStepRoutes(plain: FastifyInstance, identity: Identity): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();
  const { secondStep } = identity;

  server.post(
    '/api/session/second-factor',
    { schema: { body: secondFactorProof, response: { 200: sessionReply } } },
    async (request, reply) =>
      replyAdmission(
        identity,
        reply,
        await secondStep.complete(
          request.headers.cookie,
          request.body,
          request.headers.origin,
          visitOf(request),
        ),
      ),
  );

  server.post(
    '/api/session/second-factor/passkey-request',
    { schema: { response: { 200: passkeyOptionsReply } } },
    async (request) => ({
      options: { ...(await secondStep.passkeyRequest(request.headers.cookie)) },
    }),
  );

  server.post(
    '/api/session/second-factor/leave',
    { schema: { response: { 200: sessionReply } } },
    async (request, reply) => {
      setCookies(reply, await secondStep.leave(request.headers.cookie));
      return presentSession(identity, await identity.sessionOf(request.headers.cookie), null);
    },
  );

  server.post(
    '/api/session/passkey-request',
    { schema: { response: { 200: passkeyOptionsReply } } },
    async () => ({ options: { ...(await secondStep.passkeySignInRequest()) } }),
  );

  server.post(
    '/api/session/passkey',
    { schema: { body: passkeyCall, response: { 200: sessionReply } } },
    async (request, reply) =>
      replyAdmission(
        identity,
        reply,
        await secondStep.signInByPasskey(
          request.body.assertion,
          request.headers.origin,
          visitOf(request),
        ),
      ),
  );
}
