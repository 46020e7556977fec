import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  confirmationProof,
  passkeyOptionsReply,
  sessionListReply,
  signInHistoryReply,
} from '@yamori/domain';
import { requireActor, requireSession } from '../../../http/request-actor.ts';
import type { Identity } from '../identity.ts';
import { setCookies, visitOf } from '../session-reply.ts';

const endCall = z.strictObject({ sessionId: z.string().min(1).max(100) });

/** Where one is signed in, who tried to, ending sessions, and showing again that it is oneself. */
export function registerOwnSessionRoutes(plain: FastifyInstance, identity: Identity): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.get(
    '/api/session/list',
    { schema: { response: { 200: sessionListReply } } },
    async (request) => {
      const sessions = await identity.sessions.list(requireActor(request).userId);
      return {
        sessions: sessions.map(({ signedInAt, lastUsedAt, expiresAt, ...entry }) => ({
          ...entry,
          signedInAt: signedInAt.toISOString(),
          lastUsedAt: lastUsedAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
          current: entry.sessionId === request.sessionId,
        })),
      };
    },
  );

  server.get(
    '/api/session/history',
    { schema: { response: { 200: signInHistoryReply } } },
    async (request) => {
      const signIns = await identity.listSignIns(requireActor(request).userId);
      return { signIns: signIns.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })) };
    },
  );

  server.post('/api/session/end', { schema: { body: endCall } }, async (request, reply) => {
    await identity.sessions.end(requireSession(request).actor.userId, request.body.sessionId);
    return reply.code(204).send();
  });

  server.post('/api/session/end-others', async (request, reply) => {
    const { actor, sessionId } = requireSession(request);
    await identity.sessions.endAll(actor.userId, sessionId);
    return reply.code(204).send();
  });

  server.post('/api/session/end-all', async (request, reply) => {
    const { actor, sessionId } = requireSession(request);
    await identity.confirmation.require(sessionId);
    await identity.sessions.endAll(actor.userId);
    setCookies(reply, await identity.sessions.signOut(request.headers.cookie));
    return reply.code(204).send();
  });

  server.post(
    '/api/session/confirm',
    { schema: { body: confirmationProof } },
    async (request, reply) => {
      const { actor, sessionId } = requireSession(request);
      await identity.confirmation.prove(
        {
          userId: actor.userId,
          sessionId,
          origin: request.headers.origin,
          address: visitOf(request).address,
        },
        request.body,
      );
      return reply.code(204).send();
    },
  );

  server.post(
    '/api/session/confirm/passkey-request',
    { schema: { response: { 200: passkeyOptionsReply } } },
    async (request) => {
      const { actor, sessionId } = requireSession(request);
      return {
        options: {
          ...(await identity.confirmation.passkeyRequest({ userId: actor.userId, sessionId })),
        },
      };
    },
  );
}
