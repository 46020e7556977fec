/** Access levels of the specification, section 6. Sessions store the number. */
export const ACCESS_LEVELS = {
  requestMfa: 0,
  individualUser: 1,
  generalStaff: 2,
  administrator: 3,
  privilegeAdministrator: 4,
  ownerAdministrator: 5,
  agency: 50,
  agencyAdmin: 51,
  developer: 100,
  seniorDeveloper: 101,
  superDeveloper: 102,
  systemAdmin: 200,
} as const;

export type AccessLevelName = keyof typeof ACCESS_LEVELS;
export type AccessLevel = (typeof ACCESS_LEVELS)[AccessLevelName];

const nameByLevel: ReadonlyMap<number, AccessLevelName> = new Map(
  // Object.entries loses the key type; the keys are exactly AccessLevelName.
  Object.entries(ACCESS_LEVELS).map(([name, level]) => [level, name as AccessLevelName]),
);

/** The name of a level; undefined for a number that is not a level. */
export const accessLevelName = (level: number): AccessLevelName | undefined =>
  nameByLevel.get(level);

export const isAccessLevel = (level: number): level is AccessLevel => nameByLevel.has(level);
