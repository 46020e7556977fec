import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { getAgencyAccess, billsVisibleTo } from './agency-rules.ts';

// Object.keys loses the key types; the keys are exactly these.
const LEVELS = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
const PLACES = ['own', 'below', 'beside', 'above'] as const;
const actor = (level: AccessLevelName, more: Partial<Actor> = {}): Actor => ({
  userId: 'me',
  accessLevel: ACCESS_LEVELS[level],
  domainId: 'own',
  rootDomainId: 'above',
  singleTimeToken: null,
  hasOwnHome: false,
  reach:
    level === 'developer' || level === 'seniorDeveloper'
      ? { kind: 'everything' }
      : { kind: 'domains', domainIds: new Set(['own', 'below']) },
  ...more,
});

describe('getAgencyAccess and billsVisibleTo', () => {
  it.each(LEVELS)('%s can run, see or not see an agency by its place', (level) => {
    const expected = PLACES.map((place) => {
      if (level === 'developer' || level === 'seniorDeveloper') return 'run';
      if (level === 'agencyAdmin' && place === 'own') return 'run';
      const isAgency = level === 'agencyAdmin' || level === 'agency';
      return isAgency && (place === 'own' || place === 'below') ? 'seen' : 'hidden';
    });
    expect(PLACES.map((place) => getAgencyAccess(actor(level), place))).toEqual(expected);
  });

  it.each(LEVELS)('%s has no access with a one-time link', (level) => {
    expect(
      PLACES.map((place) => getAgencyAccess(actor(level, { singleTimeToken: 'link' }), place)),
    ).toEqual(PLACES.map(() => 'hidden'));
    expect(billsVisibleTo(actor(level, { singleTimeToken: 'link' }))).toEqual({ kind: 'nothing' });
  });

  it("bills are visible only in the agency's own organisation", () => {
    expect(billsVisibleTo(actor('agencyAdmin'))).toEqual({
      kind: 'some',
      grants: [{ domainIds: new Set(['own']) }],
    });
    expect(billsVisibleTo(actor('agencyAdmin', { domainId: null }))).toEqual({ kind: 'nothing' });
    expect(billsVisibleTo(actor('agency'))).toEqual({ kind: 'nothing' });
    expect(billsVisibleTo(actor('ownerAdministrator'))).toEqual({ kind: 'nothing' });
  });
});
