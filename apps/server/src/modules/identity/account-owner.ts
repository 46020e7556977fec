import { refuse } from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import type { RequestSession } from '../../core/http/request-actor.ts';

/** Somebody who changes their own account, and the session that they do it in. */
export type AccountOwner = { readonly userId: string; readonly sessionId: string };

export const ownerOf = ({ actor, sessionId }: RequestSession): AccountOwner => ({
  userId: actor.userId,
  sessionId,
});

/** Changes of what one account can sign in with happen one after the other. */
export async function lockUser(queries: Queries, userId: string): Promise<void> {
  await queries.query({
    name: 'user-lock',
    text: 'select id from auth_user where id = $1 for update',
    values: [userId],
  });
}

/**
 * The same for a change that a session asks for. What came before it, such as a password set anew
 * by a mailed link, may have ended that session while it waited: then it changes nothing any more.
 * @throws ProblemError `session-required`
 */
export async function lockOwner(
  queries: Queries,
  { userId, sessionId }: AccountOwner,
): Promise<void> {
  await lockUser(queries, userId);
  const alive = await queries.query({
    name: 'owner-session',
    text: 'select id from auth_session where id = $1 and "userId" = $2',
    values: [sessionId, userId],
  });
  if (alive.length === 0) throw refuse('session-required');
}
