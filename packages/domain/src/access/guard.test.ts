import { describe, expect, it } from 'vitest';
import {
  ACCESS_LEVELS,
  accessLevelName,
  isAccessLevel,
  type AccessLevelName,
} from './access-level.ts';
import {
  anyone,
  atLeast,
  decide,
  decideAll,
  oneOf,
  signedIn,
  signedOut,
  type Guard,
  type GuardDecision,
  type Visitor,
} from './guard.ts';

// Object.keys loses the key type; the keys are exactly AccessLevelName.
const LEVELS = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
const signedOutVisitor: Visitor = { kind: 'signedOut' };
const as = (name: AccessLevelName): Visitor => ({
  kind: 'signedIn',
  accessLevel: ACCESS_LEVELS[name],
});
const allowed = (guard: Guard): AccessLevelName[] =>
  LEVELS.filter((name) => decide(guard, as(name)) === 'allowed');

describe('ACCESS_LEVELS', () => {
  it('the levels have the numbers of the specification', () => {
    expect(ACCESS_LEVELS).toEqual({
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
    });
  });

  it.each(LEVELS)('accessLevelName returns %s for its number', (name) => {
    expect(accessLevelName(ACCESS_LEVELS[name])).toBe(name);
    expect(isAccessLevel(ACCESS_LEVELS[name])).toBe(true);
  });

  it.each([-1, 6, 49, 52, 99, 103, 201, 2.5, Number.NaN, Infinity])(
    '%d is not a level',
    (level) => {
      expect(accessLevelName(level)).toBeUndefined();
      expect(isAccessLevel(level)).toBe(false);
    },
  );
});

describe('decide', () => {
  it('anyone allows all visitors', () => {
    expect(allowed(anyone)).toEqual(LEVELS);
    expect(decide(anyone, signedOutVisitor)).toBe('allowed');
  });

  it('signedIn allows every level, even without the second factor', () => {
    expect(allowed(signedIn)).toEqual(LEVELS);
    expect(decide(signedIn, signedOutVisitor)).toBe('signInFirst');
  });

  it('signedOut rejects signed-in users of every level', () => {
    expect(allowed(signedOut)).toEqual([]);
    expect(LEVELS.map((name) => decide(signedOut, as(name)))).toEqual(
      LEVELS.map(() => 'signOutFirst'),
    );
    expect(decide(signedOut, signedOutVisitor)).toBe('allowed');
  });

  it.each(LEVELS)('oneOf(%s) allows only this level, and no higher one', (name) => {
    expect(allowed(oneOf(name))).toEqual([name]);
    expect(
      LEVELS.filter((other) => other !== name).map((other) => decide(oneOf(name), as(other))),
    ).toEqual(LEVELS.slice(1).map(() => 'refused'));
    expect(decide(oneOf(name), signedOutVisitor)).toBe('signInFirst');
  });

  it('oneOf without levels rejects everyone', () => {
    expect(allowed(oneOf())).toEqual([]);
    expect(decide(oneOf(), signedOutVisitor)).toBe('signInFirst');
  });

  it.each(LEVELS)('atLeast(%s) allows this level and those above', (name) => {
    expect(allowed(atLeast(name))).toEqual(LEVELS.slice(LEVELS.indexOf(name)));
    expect(decide(atLeast(name), signedOutVisitor)).toBe('signInFirst');
  });

  it('a number between two levels matches neither in oneOf, and counts by size in atLeast', () => {
    const odd: Visitor = { kind: 'signedIn', accessLevel: 60 };
    expect(decide(oneOf('agencyAdmin'), odd)).toBe('refused');
    expect(decide(atLeast('agencyAdmin'), odd)).toBe('allowed');
    expect(decide(atLeast('developer'), odd)).toBe('refused');
    expect(decide(atLeast('requestMfa'), { kind: 'signedIn', accessLevel: Number.NaN })).toBe(
      'refused',
    );
  });
});

describe('decideAll', () => {
  it.each<[string, readonly Guard[], AccessLevelName | null, GuardDecision]>([
    ['no guard allows everyone', [], null, 'allowed'],
    [
      'all guards must allow',
      [oneOf('agencyAdmin', 'developer'), atLeast('agency')],
      'agencyAdmin',
      'allowed',
    ],
    [
      'the parent can reject what the child allows',
      [oneOf('seniorDeveloper'), atLeast('developer')],
      'superDeveloper',
      'refused',
    ],
    [
      'the child can reject what the parent allows',
      [oneOf('individualUser', 'administrator'), atLeast('generalStaff')],
      'individualUser',
      'refused',
    ],
    [
      'the first guard that does not allow decides',
      [signedOut, oneOf('developer')],
      'generalStaff',
      'signOutFirst',
    ],
    [
      'a visitor must sign in before any rejection',
      [signedIn, oneOf('developer')],
      null,
      'signInFirst',
    ],
  ])('%s', (_, guards, level, decision) => {
    expect(decideAll(guards, level === null ? signedOutVisitor : as(level))).toBe(decision);
  });

  it('two guards allow the intersection of their levels', () => {
    const parent = oneOf('individualUser', 'administrator', 'agencyAdmin', 'seniorDeveloper');
    const child = atLeast('generalStaff');
    const both = LEVELS.filter((name) => decideAll([parent, child], as(name)) === 'allowed');
    expect(both).toEqual(allowed(parent).filter((name) => allowed(child).includes(name)));
  });
});
