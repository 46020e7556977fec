import type { DataOf } from '../../collections/collections.ts';
import { reaches, type Actor } from '../actor.ts';
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
  withinReach,
  type Visibility,
} from './visibility.ts';

type Domain = PlacedDocument<DataOf<'domain'>>;

export function domainsVisibleTo(actor: Actor): Visibility {
  if (!hasDataAccess(actor)) return NOTHING;
  if (isMaker(actor)) return EVERYTHING;
  return isIndividual(actor) ? withinOwnDomain(actor) : withinReach(actor);
}

export const mayReadDomain = (actor: Actor, domain: Domain): boolean =>
  isVisible(domain, domainsVisibleTo(actor));

/**
 * A new domain goes below one that its maker reaches; organisations at the top come from
 * registration or the maker.
 */
export function mayCreateDomain(actor: Actor, domain: Domain): boolean {
  if (!hasDataAccess(actor)) return false;
  if (isMaker(actor)) return true;
  const { parentDomainId, limits, contractFrom, contractTo, kind, samlProviderIds } = domain.data;
  if (
    typeof parentDomainId !== 'string' ||
    !reaches(actor, parentDomainId) ||
    limits !== undefined ||
    kind === 'developer'
  )
    return false;
  if (isAgencyAdmin(actor) && (samlProviderIds ?? []).length > 0) return false;
  // A facility divides itself; it neither grants itself a contract nor becomes a reseller below
  // itself.
  return (
    isAgencyAdmin(actor) ||
    (isPrivileged(actor) &&
      contractFrom === undefined &&
      contractTo === undefined &&
      kind !== 'agency')
  );
}

/** What a contract says, the organisation's reseller and the maker set. */
const CONTRACT_FIELDS = ['code', 'contractFrom', 'contractTo', 'limits'];
/**
 * How its members sign in: whoever sets this can let others in as any of them, or lock them out.
 */
export const SIGN_IN_FIELDS: readonly string[] = [
  'samlProviderIds',
  'signInMethods',
  'mfaRequired',
];

export function mayEditDomain(actor: Actor, before: Domain, after: Domain): boolean {
  if (
    !hasDataAccess(actor) ||
    !(isManager(actor) || isAgency(actor) || isMaker(actor)) ||
    !reaches(actor, before.id)
  )
    return false;
  const changed = changedFields(before.data, after.data);
  // What an organisation is says whom it may speak for, so a reseller does not make another one of
  // a customer.
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
 * How an organisation signs in is its own affair: whoever has all permissions in it, or in one that
 * it is a part of, decides it, and the maker's administrator for whoever locked themselves out.
 * That those above are no agency, `isPartOf` tells with the tree at hand.
 */
export function mayEditSignIn(actor: Actor, domain: Domain): boolean {
  if (!hasDataAccess(actor)) return false;
  if (isSeniorDeveloper(actor)) return true;
  if (domain.id === actor.domainId) return isPrivileged(actor) || isAgencyAdmin(actor);
  return (
    isPrivileged(actor) &&
    actor.domainId !== null &&
    reaches(actor, domain.id) &&
    (domain.data.ancestorIds ?? []).includes(actor.domainId)
  );
}

export const DOMAIN_RULE: CollectionRule<DataOf<'domain'>> = {
  visibleTo: domainsVisibleTo,
  mayCreate: mayCreateDomain,
  // Moving an organisation changes all that lies below it, so it is a command of its own.
  mayUpdate: (actor, before, after) =>
    !changedFields(before.data, after.data).some((field) =>
      ['parentDomainId', 'rootDomainId', 'ancestorIds'].includes(field),
    ) && mayEditDomain(actor, before, after),
  mayDelete: (actor) => hasDataAccess(actor) && isSeniorDeveloper(actor),
  // Which of the staff is told of accidents is told within the team, and to those who set it.
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
