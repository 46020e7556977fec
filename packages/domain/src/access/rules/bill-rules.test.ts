import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { agencyStanding, billsVisibleTo } from './bill-rules.ts';

// Object.keys loses the key types; the keys are exactly these.
const LEVELS = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
const PLACES = ['own', 'below', 'beside', 'above'] as const;
const actor = (level: AccessLevelName, more: Partial<Actor> = {}): Actor => ({
  userId: 'me',
  accessLevel: ACCESS_LEVELS[level],
  domainId: 'own',
  rootDomainId: 'above',
  singleTimeToken: null,
  reach:
    level === 'developer' || level === 'seniorDeveloper'
      ? { kind: 'everything' }
      : { kind: 'domains', domainIds: new Set(['own', 'below']) },
  ...more,
});

describe('the area of an agency', () => {
  it.each(LEVELS)('%s: run, seen or hidden, by place', (level) => {
    const expected = PLACES.map((place) => {
      if (level === 'developer' || level === 'seniorDeveloper') return 'run';
      const reached = place === 'own' || place === 'below';
      if (level === 'agencyAdmin') return place === 'own' ? 'run' : reached ? 'seen' : 'hidden';
      return level === 'agency' && reached ? 'seen' : 'hidden';
    });
    expect(PLACES.map((place) => agencyStanding(actor(level), place))).toEqual(expected);
  });

  it.each(LEVELS)('%s: nothing by a one-time link', (level) => {
    expect(
      PLACES.map((place) => agencyStanding(actor(level, { singleTimeToken: 'link' }), place)),
    ).toEqual(PLACES.map(() => 'hidden'));
    expect(billsVisibleTo(actor(level, { singleTimeToken: 'link' }))).toEqual({ kind: 'nothing' });
  });

  it("shows bills of one's own agency alone, not of one below, and none to a member without an organisation", () => {
    expect(billsVisibleTo(actor('agencyAdmin'))).toEqual({
      kind: 'some',
      grants: [{ domainIds: new Set(['own']) }],
    });
    expect(billsVisibleTo(actor('agencyAdmin', { domainId: null }))).toEqual({ kind: 'nothing' });
    expect(billsVisibleTo(actor('agency'))).toEqual({ kind: 'nothing' });
    expect(billsVisibleTo(actor('ownerAdministrator'))).toEqual({ kind: 'nothing' });
  });
});
