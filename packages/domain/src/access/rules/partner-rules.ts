import { ownedRule } from './collection-rule.ts';
import { hasDataAccess, isAgencyAdmin, isMaker } from './level-groups.ts';
import type { Actor } from '../actor.ts';
import type { PlacedDocument } from './placement.ts';
import { EVERYTHING, isVisible, NOTHING, withinOwnDomain, type Visibility } from './visibility.ts';

/** Partners are private to their agency, whose area requires agencyAdmin. */
export function partnersVisibleTo(actor: Actor): Visibility {
  if (!hasDataAccess(actor)) return NOTHING;
  if (isMaker(actor)) return EVERYTHING;
  return isAgencyAdmin(actor) ? withinOwnDomain(actor) : NOTHING;
}

export const mayEditPartner = (actor: Actor, partner: PlacedDocument): boolean =>
  isVisible(partner, partnersVisibleTo(actor));

export const PARTNER_RULE = ownedRule(partnersVisibleTo, mayEditPartner);
