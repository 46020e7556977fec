import { canAccessDomain, type Actor } from '../actor.ts';
import { ownedRule, readOnlyRule } from './collection-rule.ts';
import { hasDataAccess, isAgency, isAgencyAdmin, isMaker } from './level-groups.ts';
import type { PlacedDocument } from './placement.ts';
import { EVERYTHING, isVisible, NOTHING, withinOwnDomain, type Visibility } from './visibility.ts';

/**
 * An agency's bills and partners are private: a reseller above it cannot see them. Its area
 * requires agencyAdmin.
 */
export function billsVisibleTo(actor: Actor): Visibility {
  if (!hasDataAccess(actor)) return NOTHING;
  if (isMaker(actor)) return EVERYTHING;
  return isAgencyAdmin(actor) ? withinOwnDomain(actor) : NOTHING;
}

/** Only commands change bills. */
export const BILL_RULE = readOnlyRule(billsVisibleTo);

const mayEdit = (actor: Actor, document: PlacedDocument): boolean =>
  isVisible(document, billsVisibleTo(actor));

export const BILL_TERMS_RULE = ownedRule(billsVisibleTo, mayEdit);
export const PARTNER_RULE = ownedRule(billsVisibleTo, mayEdit);

/** Access to an agency's area: none, aware of it, or full. */
export function getAgencyAccess(actor: Actor, agencyId: string): 'hidden' | 'seen' | 'run' {
  if (!hasDataAccess(actor)) return 'hidden';
  if (isMaker(actor) || (isAgencyAdmin(actor) && actor.domainId === agencyId)) return 'run';
  return isAgency(actor) && canAccessDomain(actor, agencyId) ? 'seen' : 'hidden';
}
