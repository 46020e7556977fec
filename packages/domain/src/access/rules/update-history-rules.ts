import type { Actor } from '../actor.ts';
import { readOnlyRule } from './collection-rule.ts';
import { hasDataAccess, isPrivileged, isSeniorDeveloper } from './level-groups.ts';
import { EVERYTHING, NOTHING, inAccessibleDomains, type Visibility } from './visibility.ts';

/**
 * The audit log, for the master area and for privileged levels of an organisation. Append-only;
 * only the server writes it.
 */
export function updateHistoryVisibleTo(actor: Actor): Visibility {
  if (!hasDataAccess(actor)) return NOTHING;
  if (isSeniorDeveloper(actor)) return EVERYTHING;
  return isPrivileged(actor) ? inAccessibleDomains(actor) : NOTHING;
}

/** Verifying the hash chains covers all organisations. */
export const mayCheckHistory = (actor: Actor): boolean =>
  hasDataAccess(actor) && isSeniorDeveloper(actor);

export const UPDATE_HISTORY_RULE = readOnlyRule(updateHistoryVisibleTo);
