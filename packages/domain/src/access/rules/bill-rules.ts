import type { Actor } from '../actor.ts';
import { readOnlyRule } from './collection-rule.ts';
import { hasDataAccess, isAgencyAdmin, isMaker } from './level-groups.ts';
import { EVERYTHING, NOTHING, withinReach, type Visibility } from './visibility.ts';

/** Bills of a domain are the agency's that serves it. They are computed, issued and voided by commands. */
export function billsVisibleTo(actor: Actor): Visibility {
  if (!hasDataAccess(actor)) return NOTHING;
  if (isMaker(actor)) return EVERYTHING;
  return isAgencyAdmin(actor) ? withinReach(actor) : NOTHING;
}

export const BILL_RULE = readOnlyRule(billsVisibleTo);
