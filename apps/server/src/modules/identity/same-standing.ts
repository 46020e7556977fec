import { refuse } from '@yamori/domain';
import type { StandingCheck } from '../../core/documents/writing/commit-guard.ts';
import { readAccountStatus } from './account-status.ts';

/** Guests of a one-time link have no status; the link itself decides what the session may do. */
export const requireSameStanding: StandingCheck = async (queries, actor) => {
  if (actor.singleTimeToken !== null) return;
  const status = await readAccountStatus(queries, actor.userId);
  if (status === null || status.suspended) throw refuse('session-required');
  if (status.accessLevel !== actor.accessLevel || status.domainId !== actor.domainId)
    throw refuse('access-refused');
};
