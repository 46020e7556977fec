import type { DOMAIN_KINDS } from '../../collections/organisation.ts';
import { ACCESS_LEVELS, type AccessLevel } from '../access-level.ts';

export type DomainKind = (typeof DOMAIN_KINDS)[number];

/**
 * Levels that people of an organisation have, by its kind, lowest first. The levels of tools and
 * the one that owes a factor are given to nobody. Numbers are compared within a kind only: an
 * owner's 5 is less than an agency's 50, and sees what an agency never does.
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
 * Whether a member's document may say this level at all. Beside what is given: what opens nothing,
 * and the maker's tools with the maker.
 */
export const fitsKind = (accessLevel: number, kind: DomainKind): boolean =>
  LEVELS_OF_KIND[kind].some((level) => level === accessLevel) ||
  accessLevel === ACCESS_LEVELS.requestMfa ||
  (kind === 'developer' &&
    (accessLevel === ACCESS_LEVELS.superDeveloper || accessLevel === ACCESS_LEVELS.systemAdmin));
