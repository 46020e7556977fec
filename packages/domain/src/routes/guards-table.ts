import { atLeast, oneOf } from '../access/guard.ts';

/** The guards of the specification (section 6, "Route access"), with its names. */
export const configurationGuard = oneOf(
  'generalStaff',
  'administrator',
  'privilegeAdministrator',
  'ownerAdministrator',
  'agency',
  'agencyAdmin',
  'developer',
  'seniorDeveloper',
);
export const domainConfigGuard = oneOf(
  'administrator',
  'privilegeAdministrator',
  'ownerAdministrator',
  'agency',
  'agencyAdmin',
  'developer',
  'seniorDeveloper',
);
export const deviceBorrowGuard = oneOf('developer', 'seniorDeveloper');
export const monitoringGuard = oneOf(
  'administrator',
  'privilegeAdministrator',
  'ownerAdministrator',
  'agency',
  'agencyAdmin',
  'developer',
  'seniorDeveloper',
);
export const roomGuard = oneOf(
  'individualUser',
  'administrator',
  'privilegeAdministrator',
  'ownerAdministrator',
  'agency',
  'agencyAdmin',
  'developer',
  'seniorDeveloper',
);
export const roomStaffGuard = atLeast('generalStaff');
export const agencyAreaGuard = oneOf('agencyAdmin', 'developer', 'seniorDeveloper');
export const agencyLevelGuard = atLeast('agency');
export const masterAreaGuard = oneOf('seniorDeveloper');
export const developerLevelGuard = atLeast('developer');
