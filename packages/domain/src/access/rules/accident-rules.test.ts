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
  maySeeNotificationChannels,
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
const createActor = (name: AccessLevelName, more: Partial<Actor> = {}): Actor => ({
  userId: 'u',
  accessLevel: ACCESS_LEVELS[name],
  domainId: 'd',
  rootDomainId: 'r',
  hasOwnHome: false,
  reach: { kind: 'domains', domainIds: new Set(['d']) },
  singleTimeToken: null,
  ...more,
});
const place: AccidentPlace = { domainId: 'd' };
const otherPlaces: readonly AccidentPlace[] = [{ domainId: 'e' }, { domainId: null }];
const atHome = { hasOwnHome: true };

describe.each([
  ['mayHandleAccident', mayHandleAccident],
  ['mayReportAccident', mayReportAccident],
  ['mayMuteAccident', mayMuteAccident],
] as const)('%s', (_what, may) => {
  it.each(levels)('decides for %s by place and session', (name) => {
    expect(may(createActor(name), place)).toBe(caring.includes(name));
    for (const other of otherPlaces)
      expect(may(createActor(name, atHome), other)).toBe(caring.includes(name));
    const resident = createActor(name, atHome);
    expect(may(resident, place)).toBe(caring.includes(name) || name === 'individualUser');
    expect(may({ ...resident, singleTimeToken: 'report-1' }, place)).toBe(false);
  });

  it('individuals without an organisation have no permission', () => {
    const actor = createActor('individualUser', { ...atHome, domainId: null });
    expect(may(actor, { domainId: null })).toBe(false);
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
    const cases = [
      [createActor(name), place],
      ...otherPlaces.map((other) => [createActor(name, atHome), other] as const),
    ] as const;
    for (const [actor, where] of cases) {
      expect(may(actor, own, where)).toBe(caring.includes(name));
      for (const by of [another, nobody])
        expect(may(actor, by, where)).toBe(managing.includes(name));
    }
    const resident = createActor(name, atHome);
    const isResident = name === 'individualUser';
    expect(may(resident, own, place)).toBe(caring.includes(name) || isResident);
    expect(may(resident, another, place)).toBe(managing.includes(name) || isResident);
  });
});

describe.each([
  ['mayRehearse', mayRehearse],
  ['maySeeNotificationChannels', maySeeNotificationChannels],
] as const)('%s', (_what, may) => {
  const setting: readonly AccessLevelName[] = [
    ...managing,
    'agency',
    'agencyAdmin',
    'developer',
    'seniorDeveloper',
  ];
  it.each(levels)('decides for %s by organisation and session', (name) => {
    expect(may(createActor(name), { domainId: 'd' })).toBe(setting.includes(name));
    for (const domainId of ['e', null]) expect(may(createActor(name), { domainId })).toBe(false);
    expect(may(createActor(name, { reach: { kind: 'everything' } }), { domainId: 'e' })).toBe(
      setting.includes(name),
    );
    expect(may(createActor(name, { singleTimeToken: 'report-1' }), { domainId: 'd' })).toBe(false);
  });
});

describe('hiddenAccidentFields', () => {
  const responders = ['acknowledgedBy', 'arrivedBy', 'resolvedBy', 'unreached', 'history'];
  it.each(levels)('hides the responders from %s unless the level cares for residents', (name) => {
    const isAgency = name === 'agency' || name === 'agencyAdmin';
    const hidden = isAgency ? [...responders, 'note'] : responders;
    expect(hiddenAccidentFields(createActor(name))).toEqual(caring.includes(name) ? [] : hidden);
  });
});
