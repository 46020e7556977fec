import type { DocumentData } from '../../collections/collections.ts';
import { canAccessDomain, type Actor } from '../actor.ts';
import { changedFields, type CollectionRule } from './collection-rule.ts';
import {
  hasDataAccess,
  isAgency,
  isAgencyAdmin,
  isCareTeam,
  isIndividual,
  isMaker,
  isManager,
  isPrivileged,
  isSeniorDeveloper,
} from './level-groups.ts';
import type { PlacedDocument } from './placement.ts';
import {
  EVERYTHING,
  isVisible,
  NOTHING,
  withinOwnDomain,
  inAccessibleDomains,
  type Visibility,
} from './visibility.ts';

type Domain = PlacedDocument<DocumentData<'domain'>>;

export function domainsVisibleTo(actor: Actor): Visibility {
  if (!hasDataAccess(actor)) return NOTHING;
  if (isMaker(actor)) return EVERYTHING;
  return isIndividual(actor) ? withinOwnDomain(actor) : inAccessibleDomains(actor);
}

export const mayReadDomain = (actor: Actor, domain: Domain): boolean =>
  isVisible(domain, domainsVisibleTo(actor));

/**
 * A new domain needs an accessible parent. Root organisations come from registration or the maker.
 */
export function mayCreateDomain(actor: Actor, domain: Domain): boolean {
  if (!hasDataAccess(actor)) return false;
  if (isMaker(actor)) return true;
  const { parentDomainId, limits, contractFrom, contractTo, kind, samlProviderIds } = domain.data;
  if (
    typeof parentDomainId !== 'string' ||
    !canAccessDomain(actor, parentDomainId) ||
    limits !== undefined ||
    kind === 'developer'
  )
    return false;
  if (isAgencyAdmin(actor) && (samlProviderIds ?? []).length > 0) return false;
  // A facility may divide itself, but not grant itself a contract or create a reseller.
  return (
    isAgencyAdmin(actor) ||
    (isPrivileged(actor) &&
      contractFrom === undefined &&
      contractTo === undefined &&
      kind !== 'agency')
  );
}

/** Contract fields, set by the organisation's reseller and the maker. */
const CONTRACT_FIELDS = ['code', 'contractFrom', 'contractTo', 'limits'];
/** Fields that control sign-in. They allow impersonating members or locking them out. */
export const SIGN_IN_FIELDS: readonly string[] = [
  'samlProviderIds',
  'signInMethods',
  'mfaRequired',
];

export function mayEditDomain(actor: Actor, before: Domain, after: Domain): boolean {
  if (
    !hasDataAccess(actor) ||
    !(isManager(actor) || isAgency(actor) || isMaker(actor)) ||
    !canAccessDomain(actor, before.id)
  )
    return false;
  const changed = changedFields(before.data, after.data);
  // The kind determines for whom an identity provider may vouch, so a reseller cannot turn a
  // customer into another reseller.
  if (changed.includes('kind') && !isMaker(actor)) return false;
  if (changed.some((field) => SIGN_IN_FIELDS.includes(field)) && !mayEditSignIn(actor, before))
    return false;
  return (
    !changed.some((field) => CONTRACT_FIELDS.includes(field)) ||
    isMaker(actor) ||
    (isAgencyAdmin(actor) && before.id !== actor.domainId)
  );
}

/**
 * Sign-in settings belong to the organisation: privileged levels in it or in a parent decide, and
 * the senior developer helps after a lockout. `isPartOf` checks with the tree that no agency is
 * among the parents.
 */
export function mayEditSignIn(actor: Actor, domain: Domain): boolean {
  if (!hasDataAccess(actor)) return false;
  if (isSeniorDeveloper(actor)) return true;
  if (domain.id === actor.domainId) return isPrivileged(actor) || isAgencyAdmin(actor);
  return (
    isPrivileged(actor) &&
    actor.domainId !== null &&
    canAccessDomain(actor, domain.id) &&
    (domain.data.ancestorIds ?? []).includes(actor.domainId)
  );
}

export const DOMAIN_RULE: CollectionRule<DocumentData<'domain'>> = {
  visibleTo: domainsVisibleTo,
  mayCreate: mayCreateDomain,
  // Moving an organisation affects everything below it, so it is a separate command.
  mayUpdate: (actor, before, after) =>
    !changedFields(before.data, after.data).some((field) =>
      ['parentDomainId', 'rootDomainId', 'ancestorIds'].includes(field),
    ) && mayEditDomain(actor, before, after),
  mayDelete: (actor) => hasDataAccess(actor) && isSeniorDeveloper(actor),
  // Only the team and managers see which staff are notified of alarms.
  hiddenFields: (actor) =>
    isManager(actor) || isAgency(actor) || isMaker(actor)
      ? []
      : [
          'limits',
          'contractFrom',
          'contractTo',
          'samlProviderIds',
          ...(isCareTeam(actor) ? [] : ['escalation']),
        ],
  serverFields: [],
};
