import { sessionApi } from '@yamori/domain';
import { route, type Route } from '../../../core/http/route.ts';
import { toAccountOwner } from '../account-owner.ts';
import type { Identity } from '../identity.ts';
import { setCookies, getClientInfo } from '../session-reply.ts';

/** The member's sessions and sign-in history, ending sessions, and confirming the identity. */
export function ownSessionRoutes(identity: Identity): readonly Route[] {
  const { sessions, confirmation } = identity;
  return [
    route(sessionApi.list, async ({ actor, request }) => {
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
    }),
    route(sessionApi.history, async ({ actor }) => {
      const signIns = await identity.listSignIns(actor.userId);
      return { signIns: signIns.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })) };
    }),
    route(sessionApi.end, ({ actor, body }) => sessions.end(actor.userId, body.sessionId)),
    route(sessionApi.endOthers, ({ actor, session }) =>
      sessions.endAll(actor.userId, session.sessionId),
    ),
    route(sessionApi.endAll, async ({ actor, session, request, reply }) => {
      await confirmation.require(session.sessionId);
      await sessions.endAll(actor.userId);
      setCookies(reply, await sessions.signOut(request.headers.cookie));
    }),
    route(sessionApi.confirm, ({ session, body, request }) =>
      confirmation.prove(
        {
          ...toAccountOwner(session),
          origin: request.headers.origin,
          address: getClientInfo(request).address,
        },
        body,
      ),
    ),
    route(sessionApi.confirmRequest, async ({ session }) => ({
      options: { ...(await confirmation.passkeyRequest(toAccountOwner(session))) },
    })),
  ];
}
