import type { DocumentData } from '../../collections/collections.ts';
import { ACCESS_LEVELS, isAccessLevel, type AccessLevel } from '../access-level.ts';
import { canAccessDomain, type Actor } from '../actor.ts';
import { changesOnly, type CollectionRule } from './collection-rule.ts';
import { hasDataAccess, isAgency, isGeneralStaff, isIndividual, isMaker } from './level-groups.ts';
import { LEVELS_OF_KIND, type DomainKind } from './levels-of-kind.ts';
import type { PlacedDocument } from './placement.ts';
import {
  EVERYTHING,
  isVisible,
  NOTHING,
  some,
  withinOwnDomain,
  inAccessibleDomains,
  type Visibility,
} from './visibility.ts';

type Staff = PlacedDocument<DocumentData<'staff'>>;

/**
 * General staff see no higher levels. Agencies see their own staff, not that of their customers.
 */
export function staffVisibleTo(actor: Actor): Visibility {
  if (!hasDataAccess(actor)) return NOTHING;
  if (isMaker(actor)) return EVERYTHING;
  if (isIndividual(actor)) return some({ id: actor.userId });
  if (isAgency(actor)) return withinOwnDomain(actor);
  if (!isGeneralStaff(actor) || actor.reach.kind === 'everything')
    return inAccessibleDomains(actor);
  return some({
    domainIds: actor.reach.domainIds,
    atMost: { field: 'accessLevel', value: ACCESS_LEVELS.generalStaff },
  });
}

export const mayReadStaff = (actor: Actor, staff: Staff): boolean =>
  isVisible(staff, staffVisibleTo(actor));

/**
 * The highest level that a user may give or manage: below their own, except for the owner of an
 * organisation and the senior developer. Null for users who manage no people.
 */
export const highestLevelManagedBy = (actor: Actor): AccessLevel | null =>
  hasDataAccess(actor) ? (HIGHEST_MANAGED.get(actor.accessLevel) ?? null) : null;

const HIGHEST_MANAGED: ReadonlyMap<AccessLevel, AccessLevel> = new Map<AccessLevel, AccessLevel>([
  [ACCESS_LEVELS.administrator, ACCESS_LEVELS.generalStaff],
  [ACCESS_LEVELS.privilegeAdministrator, ACCESS_LEVELS.administrator],
  [ACCESS_LEVELS.ownerAdministrator, ACCESS_LEVELS.ownerAdministrator],
  [ACCESS_LEVELS.agencyAdmin, ACCESS_LEVELS.agency],
  [ACCESS_LEVELS.developer, ACCESS_LEVELS.agencyAdmin],
  [ACCESS_LEVELS.seniorDeveloper, ACCESS_LEVELS.seniorDeveloper],
]);

/** Whether a user manages people in an organisation. */
export const managesPeopleIn = (actor: Actor, domainId: string): boolean =>
  highestLevelManagedBy(actor) !== null &&
  (isAgency(actor) ? domainId === actor.domainId : canAccessDomain(actor, domainId));

/**
 * Whether a user may manage people of a level in an organisation. Resellers may not manage care
 * levels, which belong to their customers.
 */
export function mayManageLevel(actor: Actor, accessLevel: AccessLevel, domainId: string): boolean {
  const highest = highestLevelManagedBy(actor);
  return (
    highest !== null &&
    accessLevel <= highest &&
    managesPeopleIn(actor, domainId) &&
    (!isAgency(actor) || accessLevel >= ACCESS_LEVELS.agency)
  );
}

/** Whether a user may give a level in an organisation: it fits the kind, and they manage it. */
export const mayGiveLevel = (
  actor: Actor,
  accessLevel: AccessLevel,
  domain: { readonly id: string; readonly kind: DomainKind },
): boolean =>
  LEVELS_OF_KIND[domain.kind].includes(accessLevel) &&
  mayManageLevel(actor, accessLevel, domain.id);

export function mayManageStaff(actor: Actor, staff: Staff): boolean {
  const { accessLevel, domainId } = staff.data;
  return (
    accessLevel !== undefined &&
    domainId !== undefined &&
    isAccessLevel(accessLevel) &&
    mayManageLevel(actor, accessLevel, domainId)
  );
}

/** Members edit their own name and phone number. */
const mayEditOwnProfile = (actor: Actor, before: Staff, after: Staff): boolean =>
  hasDataAccess(actor) &&
  before.id === actor.userId &&
  mayReadStaff(actor, before) &&
  changesOnly(before, after, ['name', 'nameKana', 'phone', 'notify']);

/**
 * Users cannot change their own level or state, so that an organisation cannot lose its last owner
 * by mistake.
 */
export const mayEditStaff = (actor: Actor, before: Staff, after: Staff): boolean =>
  mayEditOwnProfile(actor, before, after) ||
  (before.id !== actor.userId &&
    before.data.userId === after.data.userId &&
    !(before.data.state === 'invited' && after.data.state !== 'invited') &&
    mayManageStaff(actor, before) &&
    mayManageStaff(actor, after));

export const STAFF_RULE: CollectionRule<DocumentData<'staff'>> = {
  visibleTo: staffVisibleTo,
  // Members with an account join by invitation. This creates only a placeholder for members who
  // will sign in with the organisation's provider.
  mayCreate: (actor, after) =>
    after.id === after.data.userId &&
    after.data.state === 'invited' &&
    mayManageStaff(actor, after),
  mayUpdate: mayEditStaff,
  mayDelete: (actor, before) => before.id !== actor.userId && mayManageStaff(actor, before),
  hiddenFields: () => [],
  serverFields: [],
};
