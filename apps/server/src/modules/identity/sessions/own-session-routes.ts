import { sessionApi } from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../../core/http/serve-endpoint.ts';
import { ownerOf } from '../account-owner.ts';
import type { Identity } from '../identity.ts';
import { setCookies, visitOf } from '../session-reply.ts';

/** The member's sessions and sign-in history, ending sessions, and confirming the identity. */
export function registerOwnSessionRoutes(server: FastifyInstance, identity: Identity): void {
  const { sessions, confirmation } = identity;

  serveEndpoint(server, sessionApi.list, async ({ actor, request }) => {
    const entries = await sessions.list(actor.userId);
    return {
      sessions: entries.map(({ signedInAt, lastUsedAt, expiresAt, ...entry }) => ({
        ...entry,
        signedInAt: signedInAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        current: entry.sessionId === request.sessionId,
      })),
    };
  });

  serveEndpoint(server, sessionApi.history, async ({ actor }) => {
    const signIns = await identity.listSignIns(actor.userId);
    return { signIns: signIns.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })) };
  });

  serveEndpoint(server, sessionApi.end, ({ actor, body }) =>
    sessions.end(actor.userId, body.sessionId),
  );

  serveEndpoint(server, sessionApi.endOthers, ({ actor, session }) =>
    sessions.endAll(actor.userId, session.sessionId),
  );

  serveEndpoint(server, sessionApi.endAll, async ({ actor, session, request, reply }) => {
    await confirmation.require(session.sessionId);
    await sessions.endAll(actor.userId);
    setCookies(reply, await sessions.signOut(request.headers.cookie));
  });

  serveEndpoint(server, sessionApi.confirm, ({ session, body, request }) =>
    confirmation.prove(
      {
        ...ownerOf(session),
        origin: request.headers.origin,
        address: visitOf(request).address,
      },
      body,
    ),
  );

  serveEndpoint(server, sessionApi.confirmRequest, async ({ session }) => ({
    options: { ...(await confirmation.passkeyRequest(ownerOf(session))) },
  }));
}
