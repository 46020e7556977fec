import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sessionReply } from '@yamori/domain';
import { requireActor } from '../../http/request-actor.ts';
import type { Identity } from './identity.ts';
import { presentSession, replyAdmission, setCookies, visitOf } from './session-reply.ts';

const signInCall = z.strictObject({ email: z.email().max(254), password: z.string().min(1).max(128) });
const sessionEntry = z.strictObject({
  sessionId: z.string(), signedInAt: z.string(), lastUsedAt: z.string(), expiresAt: z.string(), provider: z.string(),
  address: z.string().nullable(), userAgent: z.string().nullable(), current: z.boolean(),
});

/** Signing in and out, and one's own sessions. */
export function registerIdentityRoutes(plain: FastifyInstance, identity: Identity): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.get('/api/session', { schema: { response: { 200: sessionReply } } }, async (request) => {
    const session = await identity.sessionOf(request.headers.cookie);
    return presentSession(identity, session, session === null ? await identity.pendingOf(request.headers.cookie) : null);
  });

  server.post('/api/session/sign-in', { schema: { body: signInCall, response: { 200: sessionReply } } }, async (request, reply) => {
    const { email, password } = request.body;
    return replyAdmission(identity, reply, await identity.signIn({ email: email.toLowerCase(), password }, visitOf(request)));
  });

  server.post('/api/session/sign-out', { schema: { response: { 200: sessionReply } } }, async (request, reply) => {
    setCookies(reply, await identity.signOut(request.headers.cookie));
    return presentSession(identity, null, null);
  });

  server.get('/api/session/list', { schema: { response: { 200: z.strictObject({ sessions: z.array(sessionEntry) }) } } }, async (request) => {
    const actor = requireActor(request);
    const sessions = await identity.listSessions(actor.userId);
    return {
      sessions: sessions.map((entry) => ({
        ...entry, signedInAt: entry.signedInAt.toISOString(), lastUsedAt: entry.lastUsedAt.toISOString(), expiresAt: entry.expiresAt.toISOString(), current: entry.sessionId === request.sessionId,
      })),
    };
  });

  server.post('/api/session/end', { schema: { body: z.strictObject({ sessionId: z.string().min(1).max(100) }) } }, async (request, reply) => {
    const actor = requireActor(request);
    await identity.endSession(actor.userId, request.body.sessionId);
    return reply.code(204).send();
  });

  server.post('/api/session/end-others', async (request, reply) => {
    const actor = requireActor(request);
    await identity.endSessionsOf(actor.userId, request.sessionId ?? undefined);
    return reply.code(204).send();
  });
}
