import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, accessLevelName, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { DOMAIN_KINDS } from '../../collections/organisation.ts';
import {
  firstLevelOf,
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
const actorOf = (name: AccessLevelName, more: Partial<Actor> = {}): Actor => ({
  userId: 'me',
  accessLevel: ACCESS_LEVELS[name],
  domainId: 'own',
  rootDomainId: 'own',
  singleTimeToken: null,
  reach: MAKERS.includes(name)
    ? { kind: 'everything' }
    : { kind: 'domains', domainIds: new Set(['own', 'below']) },
  ...more,
});
const namesOf = (actor: Actor, id: string, kind: DomainKind): (AccessLevelName | undefined)[] =>
  invitableLevels(actor, { id, kind }).map(accessLevelName);

/**
 * Written from product.md, section 3: nobody to their own level or above but the two at the top of
 * theirs.
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

describe('invitations of members', () => {
  it.each(LEVELS)(
    '%s invites to a facility whom the table lets them, within their reach',
    (name) => {
      for (const place of PLACES) {
        const reached = place !== 'foreign' || MAKERS.includes(name);
        // Resellers manage their own people only, and give no level of care.
        const expected = reached ? (TO_FACILITY[name] ?? []) : [];
        expect(namesOf(actorOf(name), place, 'facility'), place).toEqual(expected);
      }
    },
  );

  it("give the levels of the organisation's kind and no other", () => {
    const senior = actorOf('seniorDeveloper');
    expect(
      Object.fromEntries(DOMAIN_KINDS.map((kind) => [kind, namesOf(senior, 'x', kind)])),
    ).toEqual({
      facility: TO_FACILITY.seniorDeveloper,
      agency: ['agency', 'agencyAdmin'],
      developer: ['developer', 'seniorDeveloper'],
      individual: ['individualUser'],
    });
    expect(namesOf(actorOf('agencyAdmin'), 'own', 'agency')).toEqual(['agency']);
    expect(namesOf(actorOf('developer'), 'x', 'developer')).toEqual([]);
  });

  it('are not for a session of a one-time link or one that owes its second factor', () => {
    expect(
      namesOf(actorOf('ownerAdministrator', { singleTimeToken: 'link' }), 'own', 'facility'),
    ).toEqual([]);
    expect(namesOf(actorOf('requestMfa'), 'own', 'facility')).toEqual([]);
  });
});

describe('invitations of organisations', () => {
  it.each(LEVELS)('%s', (name) => {
    const maker = MAKERS.includes(name);
    for (const kind of INVITABLE_KINDS) {
      for (const parent of [...PLACES, null]) {
        const customer =
          name === 'agencyAdmin' && kind === 'facility' && parent !== null && parent !== 'foreign';
        expect(mayInviteOrganisation(actorOf(name), kind, parent), `${kind} below ${parent}`).toBe(
          maker || customer,
        );
      }
    }
    expect(
      mayInviteOrganisation(actorOf(name, { singleTimeToken: 'link' }), 'facility', 'own'),
    ).toBe(false);
  });

  it('make the first member the top of the kind', () => {
    expect(INVITABLE_KINDS.map((kind) => accessLevelName(firstLevelOf(kind)))).toEqual([
      'ownerAdministrator',
      'agencyAdmin',
    ]);
  });
});

describe('one-time links', () => {
  it.each(LEVELS)('%s makes them where they manage people', (name) => {
    const manages = ['administrator', 'privilegeAdministrator', 'ownerAdministrator'].includes(
      name,
    );
    const made = PLACES.filter((place) => mayMakeOneTimeLinks(actorOf(name), place));
    expect(made).toEqual(
      MAKERS.includes(name)
        ? [...PLACES]
        : manages
          ? ['own', 'below']
          : name === 'agencyAdmin'
            ? ['own']
            : [],
    );
  });
});
