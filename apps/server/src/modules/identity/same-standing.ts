import { refuse } from '@yamori/domain';
import type { StandingCheck } from '../../core/documents/writing/commit-guard.ts';
import { readStanding } from './member-standing.ts';

/** A guest of a one-time link has no standing: what its session may, the link says. */
export const requireSameStanding: StandingCheck = async (queries, actor) => {
  if (actor.singleTimeToken !== null) return;
  const standing = await readStanding(queries, actor.userId);
  if (standing === null || standing.suspended) throw refuse('session-required');
  if (standing.accessLevel !== actor.accessLevel || standing.domainId !== actor.domainId)
    throw refuse('access-refused');
};
