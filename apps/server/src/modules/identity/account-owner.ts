import { ProblemError } from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import type { RequestSession } from '../../core/http/request-actor.ts';

/** A member who changes their own account, and the session in which they do it. */
export type AccountOwner = { readonly userId: string; readonly sessionId: string };

export const toAccountOwner = ({ actor, sessionId }: RequestSession): AccountOwner => ({
  userId: actor.userId,
  sessionId,
});

/** Serialises the changes of one account's sign-in methods. */
export async function lockUser(queries: Queries, userId: string): Promise<void> {
  await queries.query({
    name: 'lock_user',
    text: 'select id from auth_user where id = $1 for update',
    values: [userId],
  });
}

/**
 * Locks the user and checks that the session still exists. Another change, such as a password reset
 * by e-mail, may have ended it while this one waited for the lock.
 */
export async function lockOwner(
  queries: Queries,
  { userId, sessionId }: AccountOwner,
): Promise<void> {
  await lockUser(queries, userId);
  const alive = await queries.query({
    name: 'find_owner_session',
    text: 'select id from auth_session where id = $1 and user_id = $2',
    values: [sessionId, userId],
  });
  if (alive.length === 0) throw new ProblemError('session-required');
}
