import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import {
  mayAnswerCall,
  mayFinishCall,
  mayReopenCall,
  mayWithdrawAnswer,
  type CallPlace,
} from './call-rules.ts';

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
const home: CallPlace = { domainId: 'd', isHome: true };
/**
 * The user's own facility, another facility, another person's home, and a room without an
 * organisation.
 */
const others: readonly CallPlace[] = [
  { domainId: 'd', isHome: false },
  { domainId: 'e', isHome: false },
  { domainId: 'e', isHome: true },
  { domainId: null, isHome: true },
];

describe.each([
  ['mayAnswerCall', mayAnswerCall],
  ['mayFinishCall', mayFinishCall],
] as const)('%s', (_what, may) => {
  it.each(levels)('decides for %s by place and session', (name) => {
    for (const place of others) expect(may(actorOf(name), place)).toBe(caring.includes(name));
    expect(may(actorOf(name), home)).toBe(caring.includes(name) || name === 'individualUser');
  });

  it('one-time links, and individuals without an organisation, have no permission', () => {
    expect(may(actorOf('administrator', { singleTimeToken: 'report-1' }), home)).toBe(false);
    expect(may(actorOf('individualUser', { singleTimeToken: 'report-1' }), home)).toBe(false);
    expect(
      may(actorOf('individualUser', { domainId: null }), { domainId: null, isHome: true }),
    ).toBe(false);
  });
});

type Say = (
  actor: Actor,
  whose: { readonly userId: string; readonly name: string },
  place: CallPlace,
) => boolean;

describe.each<[string, Say]>([
  ['mayWithdrawAnswer', (actor, by, place) => mayWithdrawAnswer(actor, { by }, place)],
  ['mayReopenCall', (actor, endedBy, place) => mayReopenCall(actor, { endedBy }, place)],
])('%s', (_what, may) => {
  it.each(levels)('decides for %s by place and session', (name) => {
    const own = { userId: 'u', name: '' };
    const another = { userId: 'another', name: '' };
    for (const place of others) {
      expect(may(actorOf(name), own, place)).toBe(caring.includes(name));
      expect(may(actorOf(name), another, place)).toBe(managing.includes(name));
    }
    expect(may(actorOf(name), own, home)).toBe(caring.includes(name) || name === 'individualUser');
    expect(may(actorOf(name), another, home)).toBe(
      managing.includes(name) || name === 'individualUser',
    );
  });
});
