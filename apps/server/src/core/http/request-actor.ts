import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isMaker, ProblemError, type Actor } from '@yamori/domain';
import { isApiRequest } from './api-request.ts';

/** A session and the member for whom it acts. */
export type RequestSession = {
  readonly sessionId: string;
  /**
   * Whether its token was replaced a moment ago. Such a session still reads and writes, but cannot
   * change the account.
   */
  readonly exchanged?: boolean;
  readonly actor: Actor;
};

/** Finds the session of a request's cookies. */
export type SessionLookup = (cookies: string | undefined) => Promise<RequestSession | null>;

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The signed-in member, or null. Resolved for paths below /api and for routes with
     * `withSession`.
     */
    actor: Actor | null;
    /** Null without a session, and while the token is one that was replaced. */
    sessionId: string | null;
  }
  interface FastifyContextConfig {
    readonly withSession?: boolean;
  }
}

export function installRequestActor(server: FastifyInstance, lookup: SessionLookup): void {
  server.decorateRequest('actor', null);
  server.decorateRequest('sessionId', null);
  server.addHook('onRequest', async (request) => {
    const isAsked = isApiRequest(request) || request.routeOptions.config.withSession === true;
    if (!isAsked || request.headers.cookie === undefined) return;
    const session = await lookup(request.headers.cookie);
    request.actor = session?.actor ?? null;
    request.sessionId = session === null || session.exchanged === true ? null : session.sessionId;
  });
}

/** First line of a route that requires a session. */
export function requireActor(request: FastifyRequest): Actor {
  if (request.actor === null) throw new ProblemError('session-required');
  return request.actor;
}

/** First line of a route for the maker only. */
export function requireMaker(request: FastifyRequest): Actor {
  const actor = requireActor(request);
  if (!isMaker(actor)) throw new ProblemError('access-refused');
  return actor;
}

/** First line of a route that changes the account or its session. */
export function requireSession(request: FastifyRequest): RequestSession {
  if (request.actor === null || request.sessionId === null)
    throw new ProblemError('session-required');
  return { actor: request.actor, sessionId: request.sessionId };
}

/** The session of a one-time link has no account to read or change. */
export function assertOwnAccount(actor: Actor): void {
  if (actor.singleTimeToken !== null) throw new ProblemError('account-forbidden');
}

/** First line of a route that reads or changes the member's own account. */
export function requireOwnAccount(request: FastifyRequest): Actor {
  const actor = requireActor(request);
  assertOwnAccount(actor);
  return actor;
}
