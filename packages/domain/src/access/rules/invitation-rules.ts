import { ACCESS_LEVELS, type AccessLevel } from '../access-level.ts';
import { canAccessDomain, type Actor } from '../actor.ts';
import { hasDataAccess, isAgencyAdmin, isMaker } from './level-groups.ts';
import { LEVELS_OF_KIND, type DomainKind } from './levels-of-kind.ts';
import { managesPeopleIn, mayGiveLevel } from './staff-rules.ts';

/**
 * Levels that a user may invite to in an organisation, lowest first; empty if they manage no people
 * there.
 */
export const invitableLevels = (
  actor: Actor,
  domain: { readonly id: string; readonly kind: DomainKind },
): AccessLevel[] =>
  LEVELS_OF_KIND[domain.kind].filter((level) => mayGiveLevel(actor, level, domain));

/** Kinds of organisations that register by invitation. */
export const INVITABLE_KINDS = ['facility', 'agency'] as const;
type InvitableKind = (typeof INVITABLE_KINDS)[number];

/**
 * Resellers may invite customers below themselves, the maker anywhere.
 * @param parentDomainId null for a root
 */
export function mayInviteOrganisation(
  actor: Actor,
  kind: InvitableKind,
  parentDomainId: string | null,
): boolean {
  if (!hasDataAccess(actor)) return false;
  if (isMaker(actor)) return true;
  return (
    isAgencyAdmin(actor) &&
    kind === 'facility' &&
    parentDomainId !== null &&
    canAccessDomain(actor, parentDomainId)
  );
}

/** Level of the first member of an organisation: the top of its kind. */
export const getFirstLevel = (kind: InvitableKind): AccessLevel =>
  kind === 'agency' ? ACCESS_LEVELS.agencyAdmin : ACCESS_LEVELS.ownerAdministrator;

/** Who may create one-time links: everyone who manages people in the organisation. */
export const mayMakeOneTimeLinks = (actor: Actor, domainId: string): boolean =>
  managesPeopleIn(actor, domainId);
