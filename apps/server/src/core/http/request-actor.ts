import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isMaker, refuse, type Actor } from '@yamori/domain';
import { isToInterface } from './interface-address.ts';

/** A session as `http` knows it: which one, and who it speaks for. */
export type RequestSession = {
  readonly sessionId: string;
  /**
   * Its token was replaced a moment ago: it reads and writes on, and changes nothing about the
   * account.
   */
  readonly exchanged?: boolean;
  readonly actor: Actor;
};

/** Answers whose cookies these are; the feature that keeps sessions hands it in. */
export type SessionLookup = (cookies: string | undefined) => Promise<RequestSession | null>;

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Who asks, or null when nobody is signed in. Resolved for addresses below /api, and for routes
     * that say `withSession`.
     */
    actor: Actor | null;
    /** Null also while the token is one that was exchanged. */
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
    const isAsked = isToInterface(request) || request.routeOptions.config.withSession === true;
    if (!isAsked || request.headers.cookie === undefined) return;
    const session = await lookup(request.headers.cookie);
    request.actor = session?.actor ?? null;
    request.sessionId = session === null || session.exchanged === true ? null : session.sessionId;
  });
}

/** First line of a route that is not for everyone. */
export function requireActor(request: FastifyRequest): Actor {
  if (request.actor === null) throw refuse('session-required');
  return request.actor;
}

/** First line of a route of the maker's area. */
export function requireMaker(request: FastifyRequest): Actor {
  const actor = requireActor(request);
  if (!isMaker(actor)) throw refuse('access-refused');
  return actor;
}

/** First line of a route about the account itself: who asks, in which session. */
export function requireSession(request: FastifyRequest): RequestSession {
  if (request.actor === null || request.sessionId === null) throw refuse('session-required');
  return { actor: request.actor, sessionId: request.sessionId };
}

/** A session that a one-time link opened belongs to nobody: it has no account to read or change. */
export function assertOwnAccount(actor: Actor): void {
  if (actor.singleTimeToken !== null) throw refuse('account-forbidden');
}

/** First line of a route that reads or describes one's own account. */
export function requireOwnAccount(request: FastifyRequest): Actor {
  const actor = requireActor(request);
  assertOwnAccount(actor);
  return actor;
}
