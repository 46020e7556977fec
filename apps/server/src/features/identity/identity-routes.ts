import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sessionReply, type SessionReply } from '@yamori/domain';
import { subnetOf } from '../../http/address-limit.ts';
import { requireActor } from '../../http/request-actor.ts';
import type { Identity } from './identity.ts';
import type { Session } from './session.ts';

const signInCall = z.strictObject({ email: z.email().max(254), password: z.string().min(1).max(128) });
const sessionEntry = z.strictObject({
  sessionId: z.string(), signedInAt: z.string(), expiresAt: z.string(), address: z.string().nullable(), userAgent: z.string().nullable(), current: z.boolean(),
});

/** Signing in and out, and one's own sessions. */
export function registerIdentityRoutes(plain: FastifyInstance, identity: Identity): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.get('/api/session', { schema: { response: { 200: sessionReply } } }, async (request) =>
    present(await identity.sessionOf(request.headers.cookie), identity));

  server.post('/api/session/sign-in', { schema: { body: signInCall, response: { 200: sessionReply } } }, async (request, reply) => {
    const { session, setCookies } = await identity.signIn({
      email: request.body.email.toLowerCase(),
      password: request.body.password,
      address: subnetOf(request.ip),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    });
    setAll(reply, setCookies);
    return present(session, identity);
  });

  server.post('/api/session/sign-out', { schema: { response: { 200: sessionReply } } }, async (request, reply) => {
    setAll(reply, await identity.signOut(request.headers.cookie));
    return present(null, identity);
  });

  server.get('/api/session/list', { schema: { response: { 200: z.strictObject({ sessions: z.array(sessionEntry) }) } } }, async (request) => {
    const actor = requireActor(request);
    const sessions = await identity.listSessions(actor.userId);
    return {
      sessions: sessions.map((entry) => ({
        ...entry, signedInAt: entry.signedInAt.toISOString(), expiresAt: entry.expiresAt.toISOString(), current: entry.sessionId === request.sessionId,
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

function present(session: Session | null, identity: Identity): SessionReply {
  const shared = { pending: null, waysIn: identity.waysIn };
  if (session === null) return { ...shared, user: null, reach: [], demonstrationAccounts: identity.demonstrationAccounts };
  const { reach } = session.actor;
  return {
    ...shared,
    user: session.user,
    reach: reach.kind === 'everything' ? 'everything' : [...reach.domainIds].sort(),
    demonstrationAccounts: [],
  };
}

function setAll(reply: FastifyReply, cookies: readonly string[]): void {
  for (const cookie of cookies) reply.header('set-cookie', cookie);
}
