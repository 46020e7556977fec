import type { Actor } from '../actor.ts';
import { readOnlyRule } from './collection-rule.ts';
import { hasDataAccess, isPrivileged, isSeniorDeveloper } from './level-groups.ts';
import { EVERYTHING, NOTHING, withinReach, type Visibility } from './visibility.ts';

/**
 * The record of who changed what: for the master area and for those who answer for an organisation.
 * Append-only, by the server.
 */
export function updateHistoryVisibleTo(actor: Actor): Visibility {
  if (!hasDataAccess(actor)) return NOTHING;
  if (isSeniorDeveloper(actor)) return EVERYTHING;
  return isPrivileged(actor) ? withinReach(actor) : NOTHING;
}

/** Whether the chains hold is looked at over all organisations. */
export const mayCheckHistory = (actor: Actor): boolean =>
  hasDataAccess(actor) && isSeniorDeveloper(actor);

export const UPDATE_HISTORY_RULE = readOnlyRule(updateHistoryVisibleTo);
