import { ACCESS_LEVELS, decideAll, ROUTES, type Visitor } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { safeNext } from '../../features/sign-in/next-address.ts';
import { SCREENS } from './screens.ts';
import { railGroups } from '../layout/navigation.ts';
import { guardOutcome } from './guard-redirect.ts';
import { parseSearch, stringifySearch } from './router.tsx';

const visitors: readonly Visitor[] = [
  { kind: 'signedOut' },
  ...Object.values(ACCESS_LEVELS).map((accessLevel): Visitor => ({
    kind: 'signedIn',
    accessLevel,
  })),
];
const route = (id: string) =>
  ROUTES.find((one) => one.id === id) ?? (ROUTES[0] as (typeof ROUTES)[number]);

describe('guardOutcome', () => {
  it('leads a signed-out visitor to the sign-in page and back', () => {
    expect(guardOutcome(route('report'), { kind: 'signedOut' }, '/report?a=b')).toEqual({
      kind: 'lead',
      href: '/login?next=%2Freport%3Fa%3Db',
    });
    expect(guardOutcome(route('index'), { kind: 'signedOut' }, '/')).toEqual({
      kind: 'lead',
      href: '/login',
    });
  });

  it('leads a signed-in visitor from the sign-in page to the board', () => {
    expect(guardOutcome(route('login'), { kind: 'signedIn', accessLevel: 2 }, '/login')).toEqual({
      kind: 'lead',
      href: '/',
    });
  });

  it.each([
    ['%2Freport%3Fa%3Db', '/report?a=b'],
    ['%2F%2Fevil.example', '/'],
    ['', '/'],
  ])('leads a signed-in visitor on to the target of the sign-in page: next=%s', (next, href) => {
    expect(
      guardOutcome(route('login'), { kind: 'signedIn', accessLevel: 2 }, `/login?next=${next}`),
    ).toEqual({ kind: 'lead', href });
  });

  it('decides for every route and every level as the table does', () => {
    for (const one of ROUTES) {
      for (const visitor of visitors) {
        const shown = guardOutcome(one, visitor, one.path).kind === 'show';
        expect([one.id, visitor, shown]).toEqual([
          one.id,
          visitor,
          decideAll(one.guards, visitor) === 'allowed',
        ]);
      }
    }
  });

  it('allows every route that the rail shows', () => {
    for (const visitor of visitors) {
      for (const { routes } of railGroups(visitor))
        expect(routes.every((one) => decideAll(one.guards, visitor) === 'allowed')).toBe(true);
    }
  });

  it('returns only to our own addresses', () => {
    expect(
      ['/report', '//evil.example', '/\\evil', 'https://evil.example', '/login', undefined].map(
        safeNext,
      ),
    ).toEqual(['/report', '/', '/', '/', '/', '/']);
  });
});

describe('SCREENS', () => {
  it('contains only ids of routes and the layouts of areas', () => {
    const ids = new Set(ROUTES.map(({ id }) => id));
    expect(Object.keys(SCREENS).filter((id) => !ids.has(id))).toEqual([
      'room-layout',
      'agency-layout',
      'master-layout',
    ]);
  });

  it('contains a screen for every route without a redirect, except the sign-in page', () => {
    expect(
      ROUTES.filter(
        ({ id, sameAs, redirectTo }) =>
          redirectTo === undefined && SCREENS[sameAs ?? id] === undefined,
      ).map(({ id }) => id),
    ).toEqual(['login']);
  });
});

describe('address', () => {
  it('keeps plain texts', () => {
    expect(stringifySearch({ floor: '2', q: '佐藤 様', none: undefined })).toBe(
      '?floor=2&q=%E4%BD%90%E8%97%A4+%E6%A7%98',
    );
    expect(parseSearch('?floor=2&q=a%20b')).toEqual({ floor: '2', q: 'a b' });
    expect(stringifySearch({})).toBe('');
  });
});
