import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type AccessLevelName } from '../access/access-level.ts';
import { decideAll, type Visitor } from '../access/guard.ts';
import { ROUTES } from './routes.ts';

// Object.keys loses the key type; the keys are exactly AccessLevelName.
const levels = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
const signedInAs = (name: AccessLevelName): Visitor => ({
  kind: 'signedIn',
  accessLevel: ACCESS_LEVELS[name],
});
const allowedLevels = (path: string) => {
  const route = ROUTES.find((candidate) => candidate.path === path);
  if (!route) throw new Error(`no route ${path}`);
  return levels.filter((name) => decideAll(route.guards, signedInAs(name)) === 'allowed');
};
const managers: AccessLevelName[] = [
  'administrator',
  'privilegeAdministrator',
  'ownerAdministrator',
  'agency',
  'agencyAdmin',
  'developer',
  'seniorDeveloper',
];
const expected: Record<string, AccessLevelName[]> = {
  '/': levels,
  '/link': levels,
  '/help': levels,
  '/account-info': levels,
  '/room-config': ['generalStaff', ...managers],
  '/device-config/device-list-table': ['generalStaff', ...managers],
  '/data-import': ['generalStaff', ...managers],
  '/csv-import': ['generalStaff', ...managers],
  '/report': ['generalStaff', ...managers],
  '/domain-config': managers,
  '/device-borrow': ['developer', 'seniorDeveloper'],
  '/monitoring': managers,
  '/raw-eit': managers,
  '/monitoring-device/raw-temparature': managers,
  '/monitoring-room/raw-multi': managers,
  '/room/$roomid/sleep': ['individualUser', ...managers],
  '/room/$roomid/accident': ['individualUser', ...managers],
  '/room/$roomid/import': managers,
  '/room/$roomid/history': managers,
  '/agency/bills': ['agencyAdmin', 'developer', 'seniorDeveloper'],
  '/master': ['seniorDeveloper'],
  '/master/paramater-lists': ['seniorDeveloper'],
  '/login': [],
  '/signup': [],
  '/register': levels,
};

describe('ROUTES', () => {
  it.each(Object.entries(expected))(
    '%s opens for the levels of the specification only',
    (path, names) => {
      expect(allowedLevels(path)).toEqual(
        [...names].sort((a, b) => ACCESS_LEVELS[a] - ACCESS_LEVELS[b]),
      );
    },
  );

  it('signed-out visitors must sign in, except on sign-in pages', () => {
    for (const route of ROUTES) {
      const decision = decideAll(route.guards, { kind: 'signedOut' });
      expect(decision, route.path).toBe(route.layout === 'plain' ? 'allowed' : 'signInFirst');
    }
  });

  it('every path is unique', () => {
    const paths = ROUTES.map((route) => route.path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('superDeveloper, systemAdmin and requestMfa can open only screens that need sign-in alone', () => {
    for (const route of ROUTES.filter((candidate) =>
      candidate.guards.some((guard) => guard.kind === 'oneOf'),
    )) {
      for (const name of ['superDeveloper', 'systemAdmin', 'requestMfa'] as const) {
        expect(decideAll(route.guards, signedInAs(name)), `${route.path} for ${name}`).toBe(
          'refused',
        );
      }
    }
  });

  it('every redirect target exists', () => {
    for (const route of ROUTES)
      if (route.redirectTo)
        expect(
          ROUTES.some((other) => other.path === route.redirectTo),
          route.path,
        ).toBe(true);
  });
});
