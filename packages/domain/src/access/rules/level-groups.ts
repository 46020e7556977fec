import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';

const group = (...names: AccessLevelName[]) => {
  const levels: ReadonlySet<number> = new Set(names.map((name) => ACCESS_LEVELS[name]));
  return (actor: { readonly accessLevel: number }): boolean => levels.has(actor.accessLevel);
};

/** Looks at rooms that others shared with them. */
export const isIndividual = group('individualUser');
export const isGeneralStaff = group('generalStaff');
/** Works in a facility. */
export const isCareTeam = group(
  'generalStaff',
  'administrator',
  'privilegeAdministrator',
  'ownerAdministrator',
);
/** Runs a facility. */
export const isManager = group('administrator', 'privilegeAdministrator', 'ownerAdministrator');
export const isPrivileged = group('privilegeAdministrator', 'ownerAdministrator');
/** Resells, and serves the domains of its customers. */
export const isAgency = group('agency', 'agencyAdmin');
export const isAgencyAdmin = group('agencyAdmin');
/** The maker's own people. */
export const isMaker = group('developer', 'seniorDeveloper');
export const isSeniorDeveloper = group('seniorDeveloper');

/**
 * Whether the rules of the data may apply at all. A session that still owes its second factor, one
 * opened by a one-time link, and the levels that exist for tools on the server (specification,
 * section 6: in no list) see no data here.
 */
export const hasDataAccess = (actor: Actor): boolean =>
  actor.singleTimeToken === null &&
  (isIndividual(actor) || isCareTeam(actor) || isAgency(actor) || isMaker(actor));

/**
 * Looks after those who lie in the rooms, or is close to one of them: not a reseller or the maker,
 * who serve homes from afar.
 */
export const isAtBedside = (actor: { readonly accessLevel: number }): boolean =>
  isIndividual(actor) || isCareTeam(actor);

/**
 * Whether a browser of theirs keeps nights for a time without a network before anybody looks at
 * them; others have what they looked at, and no more.
 */
export const keepsNightsAhead = isAtBedside;
