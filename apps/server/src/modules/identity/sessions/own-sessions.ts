import { ProblemError, type SessionEnd } from '@yamori/domain';
import type { Database } from '../../../core/database/database.ts';
import { readAccountStatus } from '../account-status.ts';
import type { Session } from '../session.ts';
import type { SessionInvalidation } from './session-invalidation.ts';
import { SESSION_SECONDS, type SessionStore } from './session-store.ts';
import type { SignedCookie } from './signed-cookie.ts';

type OwnSessionOptions = {
  readonly database: Database;
  readonly sessions: SessionStore;
  readonly invalidation: SessionInvalidation;
  readonly cookie: SignedCookie;
};

export type OwnSessions = ReturnType<typeof createOwnSessions>;

/** A member's own sessions. Every server and every open socket is notified when one ends. */
export function createOwnSessions({ database, sessions, invalidation, cookie }: OwnSessionOptions) {
  const of = async (cookies: string | undefined): Promise<Session | null> => {
    const token = cookie.read(cookies);
    return token === null ? null : invalidation.get(token);
  };

  return {
    of,
    /** The session of a token, at most two seconds old. */
    ofToken: invalidation.get,
    list: sessions.list,

    /** Why the session of these cookies ended; null for a live one or none. */
    findEnd: async (cookies: string | undefined): Promise<SessionEnd | null> => {
      const token = cookie.read(cookies);
      return token === null ? null : sessions.findEnd(token);
    },

    /** Ends the session, if any; returns the Set-Cookie lines that delete its cookie. */
    signOut: async (cookies: string | undefined): Promise<string[]> => {
      const session = await of(cookies);
      if (session !== null) {
        await sessions.signOut(session.actor.userId, session.sessionId);
        invalidation.announce(session.actor.userId);
      }
      return [cookie.takeBack()];
    },

    /** Ends one session of this user. Other users' sessions are not found. */
    end: async (userId: string, sessionId: string): Promise<void> => {
      if (!(await sessions.end(userId, sessionId, 'endedElsewhere')))
        throw new ProblemError('entry-not-found');
      invalidation.announce(userId);
    },

    endAll: async (userId: string, exceptSessionId?: string): Promise<void> => {
      await sessions.endAll(userId, exceptSessionId ?? null, 'endedElsewhere');
      invalidation.announce(userId);
    },

    /** Reloads the session's rights. A changed level replaces the token. */
    refresh: async (
      cookies: string | undefined,
    ): Promise<{ session: Session | null; setCookies: string[] }> => {
      const token = cookie.read(cookies);
      const found = token === null ? null : await sessions.find(token);
      if (found?.kind !== 'living') return { session: null, setCookies: [] };
      const { session, claimedLevel } = found;
      const { userId, accessLevel } = session.actor;
      if (session.exchanged || accessLevel === claimedLevel) return { session, setCookies: [] };
      const fresh = await sessions.exchange(session.sessionId, { claimedLevel: accessLevel });
      invalidation.announce(userId);
      return { session, setCookies: fresh === null ? [] : [cookie.give(fresh, SESSION_SECONDS)] };
    },

    /**
     * After the member's first second factor: the session gets the member's level and a new token.
     * The member's other sessions, which have not proved it, end.
     */
    raise: async (userId: string, sessionId: string): Promise<string[]> => {
      if ((await sessions.readFactors(sessionId)) >= 2) return [];
      const claimedLevel = (await readAccountStatus(database, userId))?.accessLevel ?? 0;
      const fresh = await sessions.exchange(sessionId, { claimedLevel, factors: 2 });
      await sessions.endAll(userId, sessionId, 'factorAdded');
      invalidation.announce(userId);
      return fresh === null ? [] : [cookie.give(fresh, SESSION_SECONDS)];
    },
  };
}
