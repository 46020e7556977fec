import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import type { DocumentData } from '../../collections/collections.ts';
import type { PlacedDocument } from './placement.ts';
import { mayEditStaff, mayReadStaff, STAFF_RULE } from './staff-rules.ts';

// Object.keys loses the key type; the keys are exactly AccessLevelName.
const LEVELS = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
const createActor = (name: AccessLevelName): Actor => ({
  userId: 'me',
  accessLevel: ACCESS_LEVELS[name],
  domainId: 'own',
  rootDomainId: 'own',
  singleTimeToken: null,
  hasOwnHome: false,
  reach: { kind: 'domains', domainIds: new Set(['own']) },
});
const aMember = (
  name: AccessLevelName,
  more: Partial<DocumentData<'staff'>> = {},
): PlacedDocument<DocumentData<'staff'>> => {
  const userId = more.userId ?? 'other';
  return {
    path: `staff/${userId}`,
    id: userId,
    placement: { rootDomainId: 'own', domainIds: ['own'], sharedWith: [] },
    data: { userId, domainId: 'own', accessLevel: ACCESS_LEVELS[name], name: 'n', ...more },
  };
};

/** Highest level that each level may give and change; the others manage no people. */
const HIGHEST: Partial<Record<AccessLevelName, AccessLevelName>> = {
  administrator: 'generalStaff',
  privilegeAdministrator: 'administrator',
  ownerAdministrator: 'ownerAdministrator',
  agencyAdmin: 'agency',
  developer: 'agencyAdmin',
  seniorDeveloper: 'seniorDeveloper',
};
const isWithin = (actor: AccessLevelName, level: AccessLevelName): boolean => {
  const highest = HIGHEST[actor];
  // Resellers manage only their own staff, although care levels have lower numbers.
  return (
    highest !== undefined &&
    ACCESS_LEVELS[level] <= ACCESS_LEVELS[highest] &&
    (actor !== 'agencyAdmin' || level === 'agency')
  );
};

describe('rules of staff', () => {
  it.each(LEVELS)('%s may change levels only within their permissions', (name) => {
    for (const from of LEVELS) {
      for (const to of LEVELS) {
        const allowed = mayEditStaff(
          createActor(name),
          aMember(from),
          aMember(to, { name: 'new' }),
        );
        expect(allowed, `${name}: ${from} to ${to}`).toBe(
          isWithin(name, from) && isWithin(name, to),
        );
      }
      expect(
        STAFF_RULE.mayCreate(createActor(name), aMember(from, { state: 'invited' })),
        `${name} invites ${from}`,
      ).toBe(isWithin(name, from));
      expect(
        STAFF_RULE.mayDelete(createActor(name), aMember(from)),
        `${name} removes ${from}`,
      ).toBe(isWithin(name, from));
    }
  });

  it.each(LEVELS)('%s may not change their own level, state or domain', (name) => {
    const me = aMember(name, { userId: 'me' });
    for (const changed of [
      { accessLevel: ACCESS_LEVELS.ownerAdministrator },
      { accessLevel: ACCESS_LEVELS.generalStaff },
      { state: 'suspended' as const },
      { domainId: 'beside' },
    ]) {
      if (changed.accessLevel === me.data.accessLevel) continue;
      expect(
        mayEditStaff(createActor(name), me, { ...me, data: { ...me.data, ...changed } }),
        JSON.stringify(changed),
      ).toBe(false);
    }
    expect(STAFF_RULE.mayDelete(createActor(name), me)).toBe(false);
  });

  it('members may edit their own name, unless their level has no data access', () => {
    const renames = LEVELS.filter((name) =>
      mayEditStaff(
        createActor(name),
        aMember(name, { userId: 'me' }),
        aMember(name, { userId: 'me', name: 'new' }),
      ),
    );
    expect(renames).toEqual(
      LEVELS.filter((name) => !['requestMfa', 'superDeveloper', 'systemAdmin'].includes(name)),
    );
  });

  it('general staff do not see administrators; administrators see them but cannot edit them', () => {
    const seen = LEVELS.filter((name) => mayReadStaff(createActor('generalStaff'), aMember(name)));
    expect(seen).toEqual(['requestMfa', 'individualUser', 'generalStaff']);
    expect(mayReadStaff(createActor('administrator'), aMember('ownerAdministrator'))).toBe(true);
    expect(
      mayEditStaff(
        createActor('administrator'),
        aMember('administrator'),
        aMember('administrator', { name: 'new' }),
      ),
    ).toBe(false);
  });

  it('a member cannot move to an inaccessible domain or become another user', () => {
    const owner = createActor('ownerAdministrator');
    expect(
      mayEditStaff(owner, aMember('generalStaff'), aMember('generalStaff', { domainId: 'beside' })),
    ).toBe(false);
    const before = aMember('generalStaff');
    expect(
      mayEditStaff(owner, before, { ...before, data: { ...before.data, userId: 'somebody' } }),
    ).toBe(false);
  });
});
