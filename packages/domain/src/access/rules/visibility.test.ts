import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '../access-level.ts';
import { canAccessDomain, type Actor } from '../actor.ts';
import type { PlacedDocument } from './placement.ts';
import {
  EVERYTHING,
  isVisible,
  NOTHING,
  sharedWithActor,
  some,
  withinOwnDomain,
  inAccessibleDomains,
} from './visibility.ts';

const document: PlacedDocument = {
  path: 'device/A',
  id: 'A',
  placement: { rootDomainId: 'top', domainIds: ['ward', 'borrower'], sharedWith: ['anna', 'ben'] },
  data: { rank: 3, name: 'n' },
};
const anActor = (more: Partial<Actor> = {}): Actor => ({
  userId: 'anna',
  accessLevel: ACCESS_LEVELS.administrator,
  domainId: 'ward',
  rootDomainId: 'top',
  singleTimeToken: null,
  hasOwnHome: false,
  reach: { kind: 'domains', domainIds: new Set(['ward', 'below']) },
  ...more,
});

describe('isVisible', () => {
  it('EVERYTHING shows every document, NOTHING none', () => {
    expect(isVisible(document, EVERYTHING)).toBe(true);
    expect(isVisible(document, NOTHING)).toBe(false);
    expect(some()).toEqual(NOTHING);
  });

  it('one owning domain suffices', () => {
    expect(isVisible(document, some({ domainIds: new Set(['borrower']) }))).toBe(true);
    expect(isVisible(document, some({ domainIds: new Set(['beside']) }))).toBe(false);
    expect(isVisible(document, some({ domainIds: new Set() }))).toBe(false);
  });

  it('the root organisation alone gives no access', () => {
    expect(isVisible(document, some({ domainIds: new Set(['top']) }))).toBe(false);
  });

  it('a grant needs all its conditions, and one grant suffices', () => {
    const both = { sharedWith: 'anna', domainIds: new Set(['beside']) };
    expect(isVisible(document, some(both))).toBe(false);
    expect(isVisible(document, some({ ...both, domainIds: new Set(['ward']) }))).toBe(true);
    expect(isVisible(document, some(both, { id: 'A' }))).toBe(true);
    expect(isVisible(document, some(both, { id: 'B' }))).toBe(false);
  });

  it.each([
    [2, false],
    [3, true],
    [4, true],
    [Number.NaN, false],
  ])('a limit of %d shows a rank of 3: %s', (value, visible) => {
    expect(isVisible(document, some({ atMost: { field: 'rank', value } }))).toBe(visible);
  });

  it.each(['name', 'absent', '__proto__'])(
    'a limit on "%s" without a number shows nothing',
    (field) => {
      expect(isVisible(document, some({ atMost: { field, value: Infinity } }))).toBe(false);
    },
  );

  it("inAccessibleDomains covers all accessible domains, withinOwnDomain only the actor's own", () => {
    expect(inAccessibleDomains(anActor())).toEqual({
      kind: 'some',
      grants: [{ domainIds: new Set(['ward', 'below']) }],
    });
    expect(inAccessibleDomains(anActor({ reach: { kind: 'everything' } }))).toEqual(EVERYTHING);
    expect(withinOwnDomain(anActor({ reach: { kind: 'everything' } }))).toEqual({
      kind: 'some',
      grants: [{ domainIds: new Set(['ward']) }],
    });
    expect(withinOwnDomain(anActor({ domainId: null }))).toEqual(NOTHING);
  });

  it('sharedWithActor depends on the user only', () => {
    expect(
      isVisible(
        document,
        sharedWithActor(
          anActor({ domainId: null, reach: { kind: 'domains', domainIds: new Set() } }),
        ),
      ),
    ).toBe(true);
    expect(isVisible(document, sharedWithActor(anActor({ userId: 'carl' })))).toBe(false);
  });

  it('reaches compares exact ids', () => {
    expect(canAccessDomain(anActor(), 'below')).toBe(true);
    expect(canAccessDomain(anActor(), 'belo')).toBe(false);
    expect(canAccessDomain(anActor({ reach: { kind: 'everything' } }), 'anything')).toBe(true);
  });
});
