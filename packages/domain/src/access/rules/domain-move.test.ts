import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { mayMoveDomain, moveFault, MAX_ANCESTORS, type CurrentDomain } from './domain-move.ts';

// Object.keys loses the key type; the keys are exactly AccessLevelName.
const LEVELS = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
const createActor = (name: AccessLevelName): Actor => ({
  userId: 'me',
  accessLevel: ACCESS_LEVELS[name],
  domainId: 'own',
  rootDomainId: 'root',
  singleTimeToken: null,
  hasOwnHome: false,
  reach:
    name === 'developer' || name === 'seniorDeveloper'
      ? { kind: 'everything' }
      : {
          kind: 'domains',
          domainIds: new Set(['own', 'below', 'deeper', 'reseller', 'other-reseller']),
        },
});
const at = (
  id: string,
  ancestorIds: readonly string[] = ['root'],
  more: Partial<CurrentDomain> = {},
): CurrentDomain => ({
  id,
  kind: 'facility',
  parentDomainId: ancestorIds.at(-1) ?? null,
  rootDomainId: 'root',
  ancestorIds: [...ancestorIds],
  ...more,
});
const own = at('own');
const below = at('below', ['root', 'own']);
const movers = (
  domain: CurrentDomain,
  above: CurrentDomain | null,
  target: CurrentDomain,
): AccessLevelName[] =>
  LEVELS.filter((name) => mayMoveDomain(createActor(name), domain, above, target));

describe('mayMoveDomain', () => {
  it('a privileged level may move organisations within its own', () => {
    expect(movers(below, own, at('deeper', ['root', 'own']))).toEqual([
      'privilegeAdministrator',
      'ownerAdministrator',
      'seniorDeveloper',
    ]);
  });

  it('resellers and the maker may also move a customer between resellers', () => {
    const one = at('reseller', ['root'], { kind: 'agency' });
    const other = at('other-reseller', ['root'], { kind: 'agency' });
    expect(movers(below, one, other)).toEqual([
      'privilegeAdministrator',
      'ownerAdministrator',
      'agencyAdmin',
      'developer',
      'seniorDeveloper',
    ]);
    // Below another customer, that customer's identity provider would vouch for these members.
    expect(movers(below, one, own)).toEqual([
      'privilegeAdministrator',
      'ownerAdministrator',
      'seniorDeveloper',
    ]);
    expect(movers(below, own, other)).toEqual([
      'privilegeAdministrator',
      'ownerAdministrator',
      'seniorDeveloper',
    ]);
  });

  it("inaccessible organisations need the senior developer, and a user's own cannot be moved", () => {
    for (const [domain, target] of [
      [at('beside'), own],
      [below, at('beside')],
    ] as const)
      expect(movers(domain, own, target)).toEqual(['seniorDeveloper']);
    expect(movers(own, at('root', []), below)).toEqual([]);
  });
});

describe('moveFault', () => {
  it.each<[string, CurrentDomain, CurrentDomain, number, ReturnType<typeof moveFault>]>([
    ['below itself', below, below, 0, 'domain-below-itself-invalid'],
    ['below its own child', own, below, 1, 'domain-below-itself-invalid'],
    [
      'below its own grandchild',
      own,
      at('deeper', ['root', 'own', 'below']),
      2,
      'domain-below-itself-invalid',
    ],
    [
      'in another tree',
      below,
      at('foreign', [], { rootDomainId: 'foreign' }),
      0,
      'domain-tree-invalid',
    ],
    ['below another although it is a root', at('root', []), own, 0, 'domain-below-itself-invalid'],
    [
      'beyond the maximum depth',
      below,
      at(
        'deep',
        Array.from({ length: MAX_ANCESTORS - 1 }, (_, index) => `a${index}`),
      ),
      1,
      'domain-depth-invalid',
    ],
  ])('rejects a place %s', (_, domain, target, depth, fault) => {
    expect(moveFault(domain, target, depth)).toBe(fault);
  });

  it('accepts a place within its tree', () => {
    expect(moveFault(below, at('deeper', ['root', 'own']), 0)).toBeNull();
    expect(
      moveFault(
        below,
        at(
          'deep',
          Array.from({ length: MAX_ANCESTORS - 1 }, (_, index) => `a${index}`),
        ),
        0,
      ),
    ).toBeNull();
  });
});
