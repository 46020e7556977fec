import { reaches, type Actor } from '../actor.ts';
import { ownedRule, readOnlyRule } from './collection-rule.ts';
import { hasDataAccess, isAgency, isAgencyAdmin, isMaker } from './level-groups.ts';
import type { PlacedDocument } from './placement.ts';
import { EVERYTHING, isVisible, NOTHING, withinOwnDomain, type Visibility } from './visibility.ts';

/**
 * What an agency asks of its customers is its own affair: a reseller above it sees none of it. Its
 * area opens at agencyAdmin.
 */
export function billsVisibleTo(actor: Actor): Visibility {
  if (!hasDataAccess(actor)) return NOTHING;
  if (isMaker(actor)) return EVERYTHING;
  return isAgencyAdmin(actor) ? withinOwnDomain(actor) : NOTHING;
}

/** Computed, issued, paid and taken back by commands. */
export const BILL_RULE = readOnlyRule(billsVisibleTo);

const mayEditTerms = (actor: Actor, terms: PlacedDocument): boolean =>
  isVisible(terms, billsVisibleTo(actor));
export const BILL_TERMS_RULE = ownedRule(billsVisibleTo, mayEditTerms);

/** What somebody may do in the area of an agency: not know of it, know of it, or run it. */
export function agencyStanding(actor: Actor, agencyId: string): 'hidden' | 'seen' | 'run' {
  if (!hasDataAccess(actor)) return 'hidden';
  if (isMaker(actor) || (isAgencyAdmin(actor) && actor.domainId === agencyId)) return 'run';
  return isAgency(actor) && reaches(actor, agencyId) ? 'seen' : 'hidden';
}
