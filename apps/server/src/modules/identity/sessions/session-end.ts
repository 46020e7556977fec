import type { SessionEnd, SessionEndReason } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import { hashOfSecret } from '../secrets.ts';

export type SessionEnding = { readonly reason: SessionEndReason; readonly at: Date };

/**
 * Which sessions: one of a user, all of a user but one, all that a way in opened, or one user's of
 * a way in.
 */
export type EndedSessions = {
  readonly userId?: string;
  readonly sessionId?: string;
  readonly exceptSessionId?: string | null;
  readonly provider?: string;
};

// The browser that holds the token is told why when it asks next.
const END_SESSIONS = `
  with gone as (
    delete from auth_session where ($1::text is null or "userId" = $1) and ($2::text is null or id = $2) and ($3::text is null or id <> $3) and ($4::text is null or provider = $4)
    returning id, "tokenHash", "expiresAt"
  ), noted as (
    insert into auth_session_end (token_hash, reason, ended_at, expires_at)
    select "tokenHash", $5, $6, "expiresAt" from gone on conflict do nothing
  )
  select id from gone`;

/** Ends sessions for a reason that their browsers can ask for; gives how many there were. */
export async function endSessions(
  queries: Queries,
  which: EndedSessions,
  { reason, at }: SessionEnding,
): Promise<number> {
  const { userId = null, sessionId = null, exceptSessionId = null, provider = null } = which;
  if (userId === null && provider === null) throw new Error('sessions of nobody and of no way in');
  const ended = await queries.query({
    name: 'sessions-end',
    text: END_SESSIONS,
    values: [userId, sessionId, exceptSessionId, provider, reason, at],
  });
  return ended.length;
}

// A session that nobody used for too long still has its row; one that was ended has its note.
const FIND_END = `
  select reason, ended_at as at from auth_session_end where token_hash = $1
  union all
  select 'expired', least(s."expiresAt", coalesce(s."lastUsedAt", s."createdAt") + make_interval(secs => $2))
    from auth_session s where s."tokenHash" = $1 and least(s."expiresAt", coalesce(s."lastUsedAt", s."createdAt") + make_interval(secs => $2)) <= $3
  limit 1`;

/**
 * Why and when the session of this token ended; null while it lives, and when nothing is known of
 * it.
 */
export async function findSessionEnd(
  queries: Queries,
  token: string,
  { now, idleSeconds }: { readonly now: Date; readonly idleSeconds: number },
): Promise<SessionEnd | null> {
  const [row] = await queries.query<{ reason: SessionEndReason; at: Date }>({
    name: 'session-end-find',
    text: FIND_END,
    values: [hashOfSecret(token), idleSeconds, now],
  });
  return row === undefined ? null : { reason: row.reason, at: row.at.toISOString() };
}
