import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';

const group = (...names: AccessLevelName[]) => {
  const levels: ReadonlySet<number> = new Set(names.map((name) => ACCESS_LEVELS[name]));
  return (actor: { readonly accessLevel: number }): boolean => levels.has(actor.accessLevel);
};

/** Views rooms that others shared. */
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
/** Resells, and supports the domains of customers. */
export const isAgency = group('agency', 'agencyAdmin');
export const isAgencyAdmin = group('agencyAdmin');
/** The maker's staff. */
export const isMaker = group('developer', 'seniorDeveloper');
export const isSeniorDeveloper = group('seniorDeveloper');

/**
 * Whether data access is possible at all. Sessions without their second factor, sessions of
 * one-time links, and levels for server tools (specification, section 6: in no list) have none.
 */
export const hasDataAccess = (actor: Actor): boolean =>
  actor.singleTimeToken === null &&
  (isIndividual(actor) || isCareTeam(actor) || isAgency(actor) || isMaker(actor));

/**
 * Cares for residents or is close to one; not a reseller or the maker, who support facilities
 * remotely.
 */
export const isAtBedside = (actor: { readonly accessLevel: number }): boolean =>
  isIndividual(actor) || isCareTeam(actor);

/**
 * Whether their browser prefetches nights for use without a network. Other browsers cache only
 * viewed nights.
 */
export const prefetchesNights = isAtBedside;
