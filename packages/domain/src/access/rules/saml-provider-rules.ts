import { ACCESS_LEVELS } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { hasDataAccess } from './level-groups.ts';

const ALL_PERMISSIONS: ReadonlySet<number> = new Set([
  ACCESS_LEVELS.privilegeAdministrator,
  ACCESS_LEVELS.ownerAdministrator,
  ACCESS_LEVELS.agencyAdmin,
  ACCESS_LEVELS.seniorDeveloper,
]);

/**
 * An organisation's identity provider can impersonate any member. Only users with all permissions
 * in that organisation may register one, not the levels above that access it from outside.
 */
export const mayManageSamlProviders = (actor: Actor, domainId: string): boolean =>
  hasDataAccess(actor) && actor.domainId === domainId && ALL_PERMISSIONS.has(actor.accessLevel);

/** The provider's organisation, and the level of the user who registered it. */
type VouchingProvider = { readonly domainId: string; readonly vouchesUpTo: number };
/** An organisation and its kind. */
export type OrganisationKind = { readonly id: string; readonly kind: string };
/** `lineage`: the organisations from the root to the member's own. */
export type VouchedMember = {
  readonly domainId: string | null;
  readonly lineage: readonly OrganisationKind[];
  readonly accessLevel: number;
};

/**
 * A provider may vouch for members of its organisation and its child organisations up to the level
 * of the user who registered it. Customers are not part of their agency, so an agency's provider
 * vouches only for the agency's staff.
 */
export const mayVouchFor = (provider: VouchingProvider, member: VouchedMember): boolean =>
  (member.domainId === provider.domainId || isPartOf(member.lineage, provider.domainId)) &&
  member.accessLevel <= provider.vouchesUpTo;

const FACILITY_KINDS: ReadonlySet<string> = new Set(['facility', 'individual']);

/**
 * Whether the last organisation of a lineage is part of another: the other is in the lineage, and
 * no agency or maker is at or below it.
 */
export function isPartOf(lineage: readonly OrganisationKind[], domainId: string): boolean {
  const from = lineage.findIndex(({ id }) => id === domainId);
  return from >= 0 && lineage.slice(from).every(({ kind }) => FACILITY_KINDS.has(kind));
}
