import type { AccessLevelName } from '../access/access-level.ts';

/** Labels of the access levels (specification, section 6). */
export const ACCESS_LEVEL_WORDS: Readonly<
  Record<'ja' | 'en', Readonly<Record<AccessLevelName, string>>>
> = {
  ja: {
    requestMfa: '二段階認証の登録が必要',
    individualUser: '個人ユーザー',
    generalStaff: '一般ユーザー',
    administrator: '管理ユーザー',
    privilegeAdministrator: '特権管理者',
    ownerAdministrator: 'オーナー管理者',
    agency: '代理店',
    agencyAdmin: '代理店管理者',
    developer: '開発者（一般管理者）',
    seniorDeveloper: '上級開発者（管理者）',
    superDeveloper: '特権開発者',
    systemAdmin: 'システム管理者',
  },
  en: {
    requestMfa: 'Second factor required',
    individualUser: 'Individual',
    generalStaff: 'General staff',
    administrator: 'Administrator',
    privilegeAdministrator: 'Privileged administrator',
    ownerAdministrator: 'Owner',
    agency: 'Agency',
    agencyAdmin: 'Agency administrator',
    developer: 'Developer',
    seniorDeveloper: 'Senior developer',
    superDeveloper: 'Privileged developer',
    systemAdmin: 'System administrator',
  },
};
