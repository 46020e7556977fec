import { ACCESS_LEVELS } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { hasDataAccess } from './level-groups.ts';

const ALL_PERMISSIONS: ReadonlySet<number> = new Set([
  ACCESS_LEVELS.privilegeAdministrator, ACCESS_LEVELS.ownerAdministrator, ACCESS_LEVELS.agencyAdmin, ACCESS_LEVELS.seniorDeveloper,
]);

/**
 * Whoever holds an organisation's identity provider can be any of its members. So only those may register one who have all
 * permissions in that very organisation; the levels above, who reach it from outside, may not.
 */
export const mayManageSamlProviders = (actor: Actor, domainId: string): boolean =>
  hasDataAccess(actor) && actor.domainId === domainId && ALL_PERMISSIONS.has(actor.accessLevel);

/** The provider's organisation, and the level of whoever registered it. */
export type VouchingProvider = { readonly domainId: string; readonly vouchesUpTo: number };
/** `ancestorIds` are those of the member's organisation. */
export type VouchedMember = { readonly domainId: string | null; readonly ancestorIds: readonly string[]; readonly accessLevel: number };

/** A provider speaks for the members of its organisation and of those below, and for nobody above who registered it. */
export const mayVouchFor = (provider: VouchingProvider, member: VouchedMember): boolean =>
  (member.domainId === provider.domainId || member.ancestorIds.includes(provider.domainId)) && member.accessLevel <= provider.vouchesUpTo;
