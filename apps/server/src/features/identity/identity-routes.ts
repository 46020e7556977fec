import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sessionReply } from '@yamori/domain';
import { registerAccountSecurityRoutes } from './account-security-routes.ts';
import type { Identity } from './identity.ts';
import {
  presentSession,
  presentVisitor,
  replyAdmission,
  setCookies,
  visitOf,
} from './session-reply.ts';
import { registerOwnSessionRoutes } from './sessions/own-session-routes.ts';
import { registerSecondStepRoutes } from './sessions/second-step-routes.ts';

const signInCall = z.strictObject({
  email: z.email().max(254),
  password: z.string().min(1).max(128),
});

/** Signing in and out, who is signed in, one's own sessions and how the account is kept safe. */
export function registerIdentityRoutes(plain: FastifyInstance, identity: Identity): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.get('/api/session', { schema: { response: { 200: sessionReply } } }, async (request) =>
    presentVisitor(
      identity,
      await identity.sessionOf(request.headers.cookie),
      request.headers.cookie,
    ),
  );

  server.post(
    '/api/session/sign-in',
    { schema: { body: signInCall, response: { 200: sessionReply } } },
    async (request, reply) => {
      const { email, password } = request.body;
      return replyAdmission(
        identity,
        reply,
        await identity.signIn(
          { email: email.toLowerCase(), password },
          visitOf(request),
          request.headers.cookie,
        ),
      );
    },
  );

  server.post(
    '/api/session/sign-out',
    { schema: { response: { 200: sessionReply } } },
    async (request, reply) => {
      setCookies(reply, await identity.sessions.signOut(request.headers.cookie));
      return presentSession(identity, null, null);
    },
  );

  server.post(
    '/api/session/refresh',
    { schema: { response: { 200: sessionReply } } },
    async (request, reply) => {
      const refreshed = await identity.sessions.refresh(request.headers.cookie);
      setCookies(reply, refreshed.setCookies);
      return presentVisitor(identity, refreshed.session, request.headers.cookie);
    },
  );

  registerSecondStepRoutes(plain, identity);
  registerOwnSessionRoutes(plain, identity);
  registerAccountSecurityRoutes(plain, identity);
}
