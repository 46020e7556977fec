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
const nobody: Visitor = { kind: 'signedOut' };
const as = (name: AccessLevelName): Visitor => ({
  kind: 'signedIn',
  accessLevel: ACCESS_LEVELS[name],
});
const allowed = (guard: Guard): AccessLevelName[] =>
  LEVELS.filter((name) => decide(guard, as(name)) === 'allowed');

describe('access levels', () => {
  it('have the numbers of the specification', () => {
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

  it.each(LEVELS)('%s is found by its number', (name) => {
    expect(accessLevelName(ACCESS_LEVELS[name])).toBe(name);
    expect(isAccessLevel(ACCESS_LEVELS[name])).toBe(true);
  });

  it.each([-1, 6, 49, 52, 99, 103, 201, 2.5, Number.NaN, Infinity])('%d is no level', (level) => {
    expect(accessLevelName(level)).toBeUndefined();
    expect(isAccessLevel(level)).toBe(false);
  });
});

describe('guards', () => {
  it('anyone lets everybody in, signed in or not', () => {
    expect(allowed(anyone)).toEqual(LEVELS);
    expect(decide(anyone, nobody)).toBe('allowed');
  });

  it('signedIn asks for no level at all: one that owes its second factor passes too', () => {
    expect(allowed(signedIn)).toEqual(LEVELS);
    expect(decide(signedIn, nobody)).toBe('signInFirst');
  });

  it('signedOut sends whoever is signed in away, at every level', () => {
    expect(allowed(signedOut)).toEqual([]);
    expect(LEVELS.map((name) => decide(signedOut, as(name)))).toEqual(
      LEVELS.map(() => 'signOutFirst'),
    );
    expect(decide(signedOut, nobody)).toBe('allowed');
  });

  it.each(LEVELS)('oneOf(%s) lets this level in and no other, however high', (name) => {
    expect(allowed(oneOf(name))).toEqual([name]);
    expect(
      LEVELS.filter((other) => other !== name).map((other) => decide(oneOf(name), as(other))),
    ).toEqual(LEVELS.slice(1).map(() => 'refused'));
    expect(decide(oneOf(name), nobody)).toBe('signInFirst');
  });

  it('oneOf nobody refuses everybody', () => {
    expect(allowed(oneOf())).toEqual([]);
    expect(decide(oneOf(), nobody)).toBe('signInFirst');
  });

  it.each(LEVELS)('atLeast(%s) lets this level and those above in', (name) => {
    expect(allowed(atLeast(name))).toEqual(LEVELS.slice(LEVELS.indexOf(name)));
    expect(decide(atLeast(name), nobody)).toBe('signInFirst');
  });

  it('a number between two levels counts as what it is, not as the level below', () => {
    const odd: Visitor = { kind: 'signedIn', accessLevel: 60 };
    expect(decide(oneOf('agencyAdmin'), odd)).toBe('refused');
    expect(decide(atLeast('agencyAdmin'), odd)).toBe('allowed');
    expect(decide(atLeast('developer'), odd)).toBe('refused');
    expect(decide(atLeast('requestMfa'), { kind: 'signedIn', accessLevel: Number.NaN })).toBe(
      'refused',
    );
  });
});

describe("a parent's guard and its child's", () => {
  it.each<[string, readonly Guard[], AccessLevelName | null, GuardDecision]>([
    ['no guard at all lets anybody in', [], null, 'allowed'],
    [
      'both must allow',
      [oneOf('agencyAdmin', 'developer'), atLeast('agency')],
      'agencyAdmin',
      'allowed',
    ],
    [
      'the parent refuses what the child would allow',
      [oneOf('seniorDeveloper'), atLeast('developer')],
      'superDeveloper',
      'refused',
    ],
    [
      'the child refuses what the parent would allow',
      [oneOf('individualUser', 'administrator'), atLeast('generalStaff')],
      'individualUser',
      'refused',
    ],
    [
      'the first that does not allow decides',
      [signedOut, oneOf('developer')],
      'generalStaff',
      'signOutFirst',
    ],
    [
      'a visitor is asked to sign in before anything is refused',
      [signedIn, oneOf('developer')],
      null,
      'signInFirst',
    ],
  ])('%s', (_, guards, level, decision) => {
    expect(decideAll(guards, level === null ? nobody : as(level))).toBe(decision);
  });

  it('allow together what each allows, at every level', () => {
    const [parent, child] = [
      oneOf('individualUser', 'administrator', 'agencyAdmin', 'seniorDeveloper'),
      atLeast('generalStaff'),
    ];
    const both = LEVELS.filter((name) => decideAll([parent, child], as(name)) === 'allowed');
    expect(both).toEqual(allowed(parent).filter((name) => allowed(child).includes(name)));
  });
});
