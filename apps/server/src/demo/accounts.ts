import { ACCESS_LEVELS, type AccessLevelName } from '@yamori/domain';
import { DOMAIN_IDS } from './domains.ts';
import type { GROUP_WORDS } from './text/ward-words.ts';

/** Known to everybody who reads the README, so these accounts exist in the demonstration only. */
export const DEMONSTRATION_PASSWORD = 'quiet-night-gecko';

/**
 * `userId`: by which it is known again after somebody changed its address; accounts of older
 * demonstrations have others.
 */
type DemonstrationAccount = {
  readonly userId: string;
  readonly levelName: AccessLevelName;
  readonly email: string;
  readonly domainId: string;
};

const account = (
  levelName: AccessLevelName,
  local: string,
  domainId: string,
): DemonstrationAccount => ({
  userId: `demo-${local}`,
  levelName,
  email: `${local}@demo.example`,
  domainId,
});

/** One member a level, where somebody of that level would work. */
export const DEMONSTRATION_MEMBERS: readonly DemonstrationAccount[] = [
  account('administrator', 'administrator', DOMAIN_IDS.akane),
  account('generalStaff', 'staff', DOMAIN_IDS.akane),
  account('privilegeAdministrator', 'privileged', DOMAIN_IDS.akane),
  account('ownerAdministrator', 'owner', DOMAIN_IDS.akane),
  account('individualUser', 'individual', DOMAIN_IDS.individual),
  account('requestMfa', 'second-factor', DOMAIN_IDS.akane),
  account('agency', 'agency', DOMAIN_IDS.agency),
  account('agencyAdmin', 'agency-admin', DOMAIN_IDS.agency),
  account('developer', 'developer', DOMAIN_IDS.maker),
  account('seniorDeveloper', 'senior-developer', DOMAIN_IDS.maker),
  account('superDeveloper', 'super-developer', DOMAIN_IDS.maker),
  account('systemAdmin', 'system-admin', DOMAIN_IDS.maker),
];

/**
 * Groups that are told of accidents in an organisation, the first first: the shift, and a few
 * minutes later whoever answers for it.
 */
export const DEMONSTRATION_GROUPS: readonly {
  readonly domainId: string;
  readonly name: keyof typeof GROUP_WORDS;
  readonly levelNames: readonly AccessLevelName[];
}[] = [
  { domainId: DOMAIN_IDS.akane, name: 'night', levelNames: ['generalStaff', 'administrator'] },
  {
    domainId: DOMAIN_IDS.akane,
    name: 'leaders',
    levelNames: ['privilegeAdministrator', 'ownerAdministrator'],
  },
];

/** As the sign-in page of the demonstration lists them. */
export const demonstrationAccounts = () =>
  DEMONSTRATION_MEMBERS.map(({ email, levelName }) => ({
    email,
    password: DEMONSTRATION_PASSWORD,
    accessLevel: ACCESS_LEVELS[levelName],
  }));
