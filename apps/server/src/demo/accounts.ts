import { ACCESS_LEVELS, type AccessLevelName } from '@yamori/domain';
import { DEMONSTRATION_PASSWORD } from '../modules/identity/passwords/password-rule.ts';
import { DOMAIN_IDS } from './domains.ts';
import type { GROUP_WORDS } from './locales/ward-words.ts';

/**
 * `userId` identifies the account after its address was changed. Accounts of older demos have other
 * ids.
 */
type DemoAccount = {
  readonly userId: string;
  readonly levelName: AccessLevelName;
  readonly email: string;
  readonly domainId: string;
};

const account = (levelName: AccessLevelName, local: string, domainId: string): DemoAccount => ({
  userId: `demo-${local}`,
  levelName,
  email: `${local}@demo.example`,
  domainId,
});

/** One member per level, in an organisation where that level works. */
export const DEMONSTRATION_MEMBERS: readonly DemoAccount[] = [
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
 * Alarm notification groups of an organisation, in order: the shift, and a few minutes later the
 * managers.
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

/** The accounts that the demo's sign-in page lists. */
export const demonstrationAccounts = () =>
  DEMONSTRATION_MEMBERS.map(({ email, levelName }) => ({
    email,
    password: DEMONSTRATION_PASSWORD,
    accessLevel: ACCESS_LEVELS[levelName],
  }));
