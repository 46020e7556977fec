import type { SessionEnd, SessionEndReason } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import { hashSecret } from '../../../core/secrets/secret-store.ts';

export type SessionEnding = { readonly reason: SessionEndReason; readonly at: Date };

/** Selects one session of a user, all but one, all of a provider, or a user's of a provider. */
type EndedSessions = {
  readonly userId?: string;
  readonly sessionId?: string;
  readonly exceptSessionId?: string | null;
  readonly provider?: string;
};

// The browser with the token gets the reason with its next request.
const END_SESSIONS = `
  with gone as (
    delete from auth_session where ($1::text is null or user_id = $1) and ($2::text is null or id = $2) and ($3::text is null or id <> $3) and ($4::text is null or provider = $4)
    returning id, token_hash, expires_at
  ), noted as (
    insert into auth_session_end (token_hash, reason, ended_at, expires_at)
    select token_hash, $5, $6, expires_at from gone on conflict do nothing
  )
  select id from gone`;

/** Ends sessions and stores the reason for their browsers; returns their number. */
export async function endSessions(
  queries: Queries,
  which: EndedSessions,
  { reason, at }: SessionEnding,
): Promise<number> {
  const { userId = null, sessionId = null, exceptSessionId = null, provider = null } = which;
  if (userId === null && provider === null)
    throw new Error('endSessions needs a userId or a provider');
  const ended = await queries.query({
    name: 'end_sessions',
    text: END_SESSIONS,
    values: [userId, sessionId, exceptSessionId, provider, reason, at],
  });
  return ended.length;
}

// An idle session still has its row; an ended one has a row in auth_session_end.
const FIND_END = `
  select reason, ended_at as at from auth_session_end where token_hash = $1
  union all
  select 'expired', least(s.expires_at, coalesce(s.last_used_at, s.created_at) + make_interval(secs => $2))
    from auth_session s where s.token_hash = $1 and least(s.expires_at, coalesce(s.last_used_at, s.created_at) + make_interval(secs => $2)) <= $3
  limit 1`;

/** Why and when the session of this token ended; null for a live or unknown one. */
export async function findSessionEnd(
  queries: Queries,
  token: string,
  { now, idleSeconds }: { readonly now: Date; readonly idleSeconds: number },
): Promise<SessionEnd | null> {
  const [row] = await queries.query<{ reason: SessionEndReason; at: Date }>({
    name: 'find_session_end',
    text: FIND_END,
    values: [hashSecret(token), idleSeconds, now],
  });
  return row === undefined ? null : { reason: row.reason, at: row.at.toISOString() };
}
