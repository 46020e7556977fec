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
  ['going to', mayHandleAccident],
  ['reporting', mayReportAccident],
  ['silencing', mayMuteAccident],
] as const)('%s an accident', (_what, may) => {
  it.each(levels)('%s', (name) => {
    for (const place of others) expect(may(actorOf(name), place)).toBe(caring.includes(name));
    expect(may(actorOf(name), home)).toBe(caring.includes(name) || name === 'individualUser');
    expect(may(actorOf(name, { singleTimeToken: 'report-1' }), home)).toBe(false);
  });
});

describe.each([
  ['that somebody goes', mayWithdrawAccident],
  ['that it is over', mayReopenAccident],
] as const)('taking back %s', (_what, may) => {
  it.each(levels)('%s', (name) => {
    const [own, another, nobody] = [
      { by: { userId: 'u', name: '' } },
      { by: { userId: 'another', name: '' } },
      { by: null },
    ];
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
  ['trying out other thresholds on past nights', mayRehearse],
  ['seeing whom an alarm would reach', maySeeNoticeReach],
] as const)('%s', (_what, may) => {
  const setting: readonly AccessLevelName[] = [
    ...managing,
    'agency',
    'agencyAdmin',
    'developer',
    'seniorDeveloper',
  ];
  it.each(levels)('%s', (name) => {
    expect(may(actorOf(name), { domainId: 'd' })).toBe(setting.includes(name));
    for (const domainId of ['e', null]) expect(may(actorOf(name), { domainId })).toBe(false);
    expect(may(actorOf(name, { reach: { kind: 'everything' } }), { domainId: 'e' })).toBe(
      setting.includes(name),
    );
    expect(may(actorOf(name, { singleTimeToken: 'report-1' }), { domainId: 'd' })).toBe(false);
  });
});

describe('who went, and what they wrote', () => {
  const carers = ['acknowledgedBy', 'arrivedBy', 'resolvedBy', 'unreached', 'history'];
  it.each(levels)('%s', (name) => {
    const expected = caring.includes(name)
      ? []
      : name === 'agency' || name === 'agencyAdmin'
        ? [...carers, 'note']
        : carers;
    expect(hiddenAccidentFields(actorOf(name))).toEqual(expected);
  });
});
