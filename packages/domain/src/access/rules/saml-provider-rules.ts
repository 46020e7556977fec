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
 * Whoever holds an organisation's identity provider can be any of its members. So only those may
 * register one who have all permissions in that very organisation; the levels above, who reach it
 * from outside, may not.
 */
export const mayManageSamlProviders = (actor: Actor, domainId: string): boolean =>
  hasDataAccess(actor) && actor.domainId === domainId && ALL_PERMISSIONS.has(actor.accessLevel);

/** The provider's organisation, and the level of whoever registered it. */
export type VouchingProvider = { readonly domainId: string; readonly vouchesUpTo: number };
/** An organisation and what its document says that it is. */
export type OrganisationKind = { readonly id: string; readonly kind: string };
/** `lineage`: the member's organisation and those above it, from the top down. */
export type VouchedMember = {
  readonly domainId: string | null;
  readonly lineage: readonly OrganisationKind[];
  readonly accessLevel: number;
};

/**
 * A provider speaks for the members of its organisation and of the parts of it, and for nobody
 * above who registered it. A customer is no part of the agency that serves it, so an agency's
 * provider speaks for the agency's own people only.
 */
export const mayVouchFor = (provider: VouchingProvider, member: VouchedMember): boolean =>
  (member.domainId === provider.domainId || isPartOf(member.lineage, provider.domainId)) &&
  member.accessLevel <= provider.vouchesUpTo;

const OF_ONE_HOUSE: ReadonlySet<string> = new Set(['facility', 'individual']);

/**
 * Whether an organisation of this lineage is a part of another: that one is in it, and from there
 * down none is an agency or the maker.
 */
export function isPartOf(lineage: readonly OrganisationKind[], domainId: string): boolean {
  const from = lineage.findIndex(({ id }) => id === domainId);
  return from >= 0 && lineage.slice(from).every(({ kind }) => OF_ONE_HOUSE.has(kind));
}
