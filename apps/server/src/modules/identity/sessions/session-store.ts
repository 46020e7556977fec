import { randomUUID } from 'node:crypto';
import type { SessionEnd, SessionEndReason } from '@yamori/domain';
import type { Database } from '../../../core/database/database.ts';
import type { AuthenticatedIdentity, ClientInfo } from '../session.ts';
import { hashSecret, newSecret } from '../../../core/secrets/secret-store.ts';
import { findSession, getIdleLimit, type SessionContext } from './find-session.ts';
import { endSessions, findSessionEnd } from './session-end.ts';

/** An entry in the list of sessions. */
type SessionSummary = {
  readonly sessionId: string;
  readonly signedInAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly provider: string;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly secondFactor: boolean;
};

/** The maximum lifetime of a session. */
export const SESSION_SECONDS = 14 * 24 * 60 * 60;

export type SessionStore = ReturnType<typeof createSessionStore>;
type SessionStoreOptions = Omit<SessionContext, 'database'>;

export function createSessionStore(database: Database, { now, idleSeconds }: SessionStoreOptions) {
  const context: SessionContext = { database, now, idleSeconds };

  return {
    find: (token: string) => findSession(context, token),

    /**
     * Opens a session with a new token. It ends when the member's level falls below `claimedLevel`.
     */
    open: async (
      authenticated: AuthenticatedIdentity,
      client: ClientInfo,
      claimedLevel: number,
    ): Promise<string> => {
      const token = newSecret();
      const at = now();
      await database.query({
        name: 'insert_session',
        text: `insert into auth_session (id, token_hash, user_id, expires_at, created_at, updated_at, last_used_at, confirmed_at, ip_address, user_agent, access_level, provider, factors, single_time_token)
          values ($1, $2, $3, $4, $5, $5, $5, $5, $6, $7, $8, $9, $10, $11)`,
        values: [
          randomUUID(),
          hashSecret(token),
          authenticated.userId,
          new Date(at.getTime() + SESSION_SECONDS * 1000),
          at,
          client.address,
          client.userAgent,
          claimedLevel,
          authenticated.provider,
          authenticated.factors,
          authenticated.singleTimeToken ?? null,
        ],
      });
      return token;
    },

    /**
     * Replaces the token when the session's rights rise (session fixation). Null if it has ended.
     */
    exchange: async (
      sessionId: string,
      change: { readonly claimedLevel: number; readonly factors?: 2 },
    ): Promise<string | null> => {
      const token = newSecret();
      const exchanged = await database.query({
        name: 'exchange_session_token',
        text: `update auth_session set previous_token_hash = token_hash, exchanged_at = $3, token_hash = $2, access_level = $4, factors = coalesce($5, factors), updated_at = $3
          where id = $1 returning id`,
        values: [sessionId, hashSecret(token), now(), change.claimedLevel, change.factors ?? null],
      });
      return exchanged.length > 0 ? token : null;
    },

    readFactors: async (sessionId: string): Promise<number> => {
      const [row] = await database.query<{ factors: number }>({
        name: 'read_session_factors',
        text: 'select factors from auth_session where id = $1',
        values: [sessionId],
      });
      return row?.factors ?? 0;
    },

    list: (userId: string): Promise<SessionSummary[]> =>
      database.query<SessionSummary>({
        name: 'list_sessions',
        text: `select id as "sessionId", created_at as "signedInAt", coalesce(last_used_at, created_at) as "lastUsedAt", expires_at as "expiresAt", provider,
          ip_address as address, user_agent as "userAgent", factors >= 2 as "secondFactor"
        from auth_session where user_id = $1 and expires_at > $2 and coalesce(last_used_at, created_at) > $3 order by created_at desc limit 100`,
        values: [userId, now(), getIdleLimit(context)],
      }),

    /** The signed-in members of an organisation. */
    listUsers: async (domainId: string): Promise<string[]> => {
      const rows = await database.query<{ userId: string }>({
        name: 'list_session_users_of_domain',
        text: `select distinct s.user_id as "userId" from auth_session s join documents m on m.path = 'staff/' || s.user_id where m.data->>'domainId' = $1 and s.expires_at > $2`,
        values: [domainId, now()],
      });
      return rows.map(({ userId }) => userId);
    },

    /** Why and when the session of a token ended. */
    findEnd: (token: string): Promise<SessionEnd | null> =>
      findSessionEnd(database, token, { now: now(), idleSeconds }),

    /** Ends the session by its own browser, so no reason is stored. */
    signOut: async (userId: string, sessionId: string): Promise<boolean> =>
      (
        await database.query({
          name: 'delete_session',
          text: 'delete from auth_session where id = $1 and user_id = $2 returning id',
          values: [sessionId, userId],
        })
      ).length > 0,

    end: async (userId: string, sessionId: string, reason: SessionEndReason): Promise<boolean> =>
      (await endSessions(database, { userId, sessionId }, { reason, at: now() })) > 0,

    endAll: async (
      userId: string,
      exceptSessionId: string | null,
      reason: SessionEndReason,
    ): Promise<void> => {
      await endSessions(database, { userId, exceptSessionId }, { reason, at: now() });
    },

    confirmedAt: (sessionId: string) => readConfirmedAt(database, sessionId, now()),

    confirm: async (sessionId: string): Promise<void> => {
      await database.query({
        name: 'confirm_session',
        text: 'update auth_session set confirmed_at = $2 where id = $1',
        values: [sessionId, now()],
      });
    },
  };
}

/**
 * The last confirmation of the member's identity; null if there was none. For guests, who have no
 * way to confirm, it is always now.
 */
async function readConfirmedAt(
  database: Database,
  sessionId: string,
  now: Date,
): Promise<Date | null> {
  const [row] = await database.query<{ confirmedAt: Date | null }>({
    name: 'read_session_confirmed_at',
    values: [sessionId, now],
    text: `select case when u.anonymous and s.single_time_token is null and not exists (select 1 from auth_account a where a.user_id = u.id)
        and not exists (select 1 from auth_passkey p where p.user_id = u.id) then $2::timestamptz else s.confirmed_at end as "confirmedAt"
      from auth_session s join auth_user u on u.id = s.user_id where s.id = $1`,
  });
  return row?.confirmedAt ?? null;
}
