import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import {
  hiddenAccidentFields,
  mayHandleAccident,
  mayMuteAccident,
  mayRehearse,
  mayReopenAccident,
  mayReportAccident,
  maySeeNoticeReach,
  mayWithdrawAccident,
  type AccidentPlace,
} from './accident-rules.ts';

// Object.keys loses the key type; the keys are exactly AccessLevelName.
const levels = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
const caring: readonly AccessLevelName[] = [
  'generalStaff',
  'administrator',
  'privilegeAdministrator',
  'ownerAdministrator',
  'developer',
  'seniorDeveloper',
];
const managing: readonly AccessLevelName[] = [
  'administrator',
  'privilegeAdministrator',
  'ownerAdministrator',
];
const actorOf = (name: AccessLevelName, more: Partial<Actor> = {}): Actor => ({
  userId: 'u',
  accessLevel: ACCESS_LEVELS[name],
  domainId: 'd',
  rootDomainId: 'r',
  reach: { kind: 'domains', domainIds: new Set(['d']) },
  singleTimeToken: null,
  ...more,
});
const home: AccidentPlace = { domainId: 'd', isHome: true };
const others: readonly AccidentPlace[] = [
  { domainId: 'd', isHome: false },
  { domainId: 'e', isHome: false },
  { domainId: 'e', isHome: true },
  { domainId: null, isHome: true },
];

describe.each([
  ['mayHandleAccident', mayHandleAccident],
  ['mayReportAccident', mayReportAccident],
  ['mayMuteAccident', mayMuteAccident],
] as const)('%s', (_what, may) => {
  it.each(levels)('decides for %s by place and session', (name) => {
    for (const place of others) expect(may(actorOf(name), place)).toBe(caring.includes(name));
    expect(may(actorOf(name), home)).toBe(caring.includes(name) || name === 'individualUser');
    expect(may(actorOf(name, { singleTimeToken: 'report-1' }), home)).toBe(false);
  });

  it('individuals without an organisation have no permission', () => {
    const place = { domainId: null, isHome: true };
    expect(may(actorOf('individualUser', { domainId: null }), place)).toBe(false);
  });
});

describe.each([
  ['mayWithdrawAccident', mayWithdrawAccident],
  ['mayReopenAccident', mayReopenAccident],
] as const)('%s', (_what, may) => {
  it.each(levels)('decides for %s by place and session', (name) => {
    const own = { by: { userId: 'u', name: '' } };
    const another = { by: { userId: 'another', name: '' } };
    const nobody = { by: null };
    for (const place of others) {
      expect(may(actorOf(name), own, place)).toBe(caring.includes(name));
      for (const by of [another, nobody])
        expect(may(actorOf(name), by, place)).toBe(managing.includes(name));
    }
    expect(may(actorOf(name), own, home)).toBe(caring.includes(name) || name === 'individualUser');
    expect(may(actorOf(name), another, home)).toBe(
      managing.includes(name) || name === 'individualUser',
    );
  });
});

describe.each([
  ['mayRehearse', mayRehearse],
  ['maySeeNoticeReach', maySeeNoticeReach],
] as const)('%s', (_what, may) => {
  const setting: readonly AccessLevelName[] = [
    ...managing,
    'agency',
    'agencyAdmin',
    'developer',
    'seniorDeveloper',
  ];
  it.each(levels)('decides for %s by organisation and session', (name) => {
    expect(may(actorOf(name), { domainId: 'd' })).toBe(setting.includes(name));
    for (const domainId of ['e', null]) expect(may(actorOf(name), { domainId })).toBe(false);
    expect(may(actorOf(name, { reach: { kind: 'everything' } }), { domainId: 'e' })).toBe(
      setting.includes(name),
    );
    expect(may(actorOf(name, { singleTimeToken: 'report-1' }), { domainId: 'd' })).toBe(false);
  });
});

describe('hiddenAccidentFields', () => {
  const responders = ['acknowledgedBy', 'arrivedBy', 'resolvedBy', 'unreached', 'history'];
  it.each(levels)('hides the responders from %s unless the level cares for residents', (name) => {
    const isAgency = name === 'agency' || name === 'agencyAdmin';
    const hidden = isAgency ? [...responders, 'note'] : responders;
    expect(hiddenAccidentFields(actorOf(name))).toEqual(caring.includes(name) ? [] : hidden);
  });
});
