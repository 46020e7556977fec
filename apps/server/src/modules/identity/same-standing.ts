import { refuse } from '@yamori/domain';
import type { StandingCheck } from '../../core/documents/writing/commit-guard.ts';
import { readStanding } from './member-standing.ts';

/** Guests of a one-time link have no status; the link itself decides what the session may do. */
export const requireSameStanding: StandingCheck = async (queries, actor) => {
  if (actor.singleTimeToken !== null) return;
  const standing = await readStanding(queries, actor.userId);
  if (standing === null || standing.suspended) throw refuse('session-required');
  if (standing.accessLevel !== actor.accessLevel || standing.domainId !== actor.domainId)
    throw refuse('access-refused');
};
