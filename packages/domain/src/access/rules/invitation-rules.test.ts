import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, accessLevelName, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { DOMAIN_KINDS } from '../../collections/organisation.ts';
import {
  getFirstLevel,
  INVITABLE_KINDS,
  invitableLevels,
  mayInviteOrganisation,
  mayMakeOneTimeLinks,
} from './invitation-rules.ts';
import type { DomainKind } from './levels-of-kind.ts';

// Object.keys loses the key type; the keys are exactly AccessLevelName.
const LEVELS = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
const PLACES = ['own', 'below', 'foreign'] as const;
const MAKERS: readonly AccessLevelName[] = ['developer', 'seniorDeveloper'];
const createActor = (name: AccessLevelName, more: Partial<Actor> = {}): Actor => ({
  userId: 'me',
  accessLevel: ACCESS_LEVELS[name],
  domainId: 'own',
  rootDomainId: 'own',
  singleTimeToken: null,
  hasOwnHome: false,
  reach: MAKERS.includes(name)
    ? { kind: 'everything' }
    : { kind: 'domains', domainIds: new Set(['own', 'below']) },
  ...more,
});
const listLevelNames = (
  actor: Actor,
  id: string,
  kind: DomainKind,
): (AccessLevelName | undefined)[] => invitableLevels(actor, { id, kind }).map(accessLevelName);

/**
 * Users can invite only below their own level, except the top two levels.
 */
const TO_FACILITY: Partial<Record<AccessLevelName, AccessLevelName[]>> = {
  administrator: ['generalStaff'],
  privilegeAdministrator: ['generalStaff', 'administrator'],
  ownerAdministrator: [
    'generalStaff',
    'administrator',
    'privilegeAdministrator',
    'ownerAdministrator',
  ],
  developer: ['generalStaff', 'administrator', 'privilegeAdministrator', 'ownerAdministrator'],
  seniorDeveloper: [
    'generalStaff',
    'administrator',
    'privilegeAdministrator',
    'ownerAdministrator',
  ],
};

describe('invitableLevels', () => {
  it.each(LEVELS)('%s can invite to accessible facilities by the table', (name) => {
    for (const place of PLACES) {
      const reached = place !== 'foreign' || MAKERS.includes(name);
      // Resellers manage only their own staff and cannot give care levels.
      const expected = reached ? (TO_FACILITY[name] ?? []) : [];
      expect(listLevelNames(createActor(name), place, 'facility'), place).toEqual(expected);
    }
  });

  it("the levels are those of the organisation's kind", () => {
    const senior = createActor('seniorDeveloper');
    expect(
      Object.fromEntries(DOMAIN_KINDS.map((kind) => [kind, listLevelNames(senior, 'x', kind)])),
    ).toEqual({
      facility: TO_FACILITY.seniorDeveloper,
      agency: ['agency', 'agencyAdmin'],
      developer: ['developer', 'seniorDeveloper'],
      individual: ['individualUser'],
    });
    expect(listLevelNames(createActor('agencyAdmin'), 'own', 'agency')).toEqual(['agency']);
    expect(listLevelNames(createActor('developer'), 'x', 'developer')).toEqual([]);
  });

  it('one-time links and sessions without their second factor cannot invite', () => {
    expect(
      listLevelNames(
        createActor('ownerAdministrator', { singleTimeToken: 'link' }),
        'own',
        'facility',
      ),
    ).toEqual([]);
    expect(listLevelNames(createActor('requestMfa'), 'own', 'facility')).toEqual([]);
  });
});

describe('mayInviteOrganisation', () => {
  it.each(LEVELS)('decides for %s by kind and parent', (name) => {
    const maker = MAKERS.includes(name);
    for (const kind of INVITABLE_KINDS) {
      for (const parent of [...PLACES, null]) {
        const customer =
          name === 'agencyAdmin' && kind === 'facility' && parent !== null && parent !== 'foreign';
        expect(
          mayInviteOrganisation(createActor(name), kind, parent),
          `${kind} below ${parent}`,
        ).toBe(maker || customer);
      }
    }
    expect(
      mayInviteOrganisation(createActor(name, { singleTimeToken: 'link' }), 'facility', 'own'),
    ).toBe(false);
  });

  it('getFirstLevel is the top level of the kind', () => {
    expect(INVITABLE_KINDS.map((kind) => accessLevelName(getFirstLevel(kind)))).toEqual([
      'ownerAdministrator',
      'agencyAdmin',
    ]);
  });
});

describe('mayMakeOneTimeLinks', () => {
  it.each(LEVELS)('allows %s where they manage people', (name) => {
    const manages = ['administrator', 'privilegeAdministrator', 'ownerAdministrator'].includes(
      name,
    );
    const made = PLACES.filter((place) => mayMakeOneTimeLinks(createActor(name), place));
    expect(made).toEqual(
      PLACES.filter((place) => {
        if (MAKERS.includes(name)) return true;
        if (name === 'agencyAdmin') return place === 'own';
        return manages && place !== 'foreign';
      }),
    );
  });
});
