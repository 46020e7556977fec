import type { Actor } from '../actor.ts';
import { ownedRule } from './collection-rule.ts';
import { hasDataAccess, isAgency, isMaker, isManager } from './level-groups.ts';
import { EVERYTHING, NOTHING, withinReach, type Visibility } from './visibility.ts';

/**
 * Both parties of a loan see it; the maker creates it (specification, section 2: device-borrow).
 */
export function loansVisibleTo(actor: Actor): Visibility {
  if (!hasDataAccess(actor)) return NOTHING;
  if (isMaker(actor)) return EVERYTHING;
  return isManager(actor) || isAgency(actor) ? withinReach(actor) : NOTHING;
}

export const DEVICE_LOAN_RULE = ownedRule(
  loansVisibleTo,
  (actor) => hasDataAccess(actor) && isMaker(actor),
);
