import type { DOMAIN_KINDS } from '../../collections/organisation.ts';
import { ACCESS_LEVELS, type AccessLevel } from '../access-level.ts';

export type DomainKind = (typeof DOMAIN_KINDS)[number];

/**
 * Levels of an organisation's members by its kind, lowest first. The levels of tools and
 * `requestMfa` cannot be given. Compare numbers within a kind only: an owner (5) is below an agency
 * (50), but sees data that an agency never does.
 */
export const LEVELS_OF_KIND: Readonly<
  Record<DomainKind, readonly [AccessLevel, ...AccessLevel[]]>
> = {
  facility: [
    ACCESS_LEVELS.generalStaff,
    ACCESS_LEVELS.administrator,
    ACCESS_LEVELS.privilegeAdministrator,
    ACCESS_LEVELS.ownerAdministrator,
  ],
  agency: [ACCESS_LEVELS.agency, ACCESS_LEVELS.agencyAdmin],
  developer: [ACCESS_LEVELS.developer, ACCESS_LEVELS.seniorDeveloper],
  individual: [ACCESS_LEVELS.individualUser],
};

/**
 * Whether a member document may have this level: also `requestMfa`, which has no access, and the
 * maker's tool levels in the maker's organisation.
 */
export const isLevelAllowed = (accessLevel: number, kind: DomainKind): boolean =>
  LEVELS_OF_KIND[kind].some((level) => level === accessLevel) ||
  accessLevel === ACCESS_LEVELS.requestMfa ||
  (kind === 'developer' &&
    (accessLevel === ACCESS_LEVELS.superDeveloper || accessLevel === ACCESS_LEVELS.systemAdmin));
