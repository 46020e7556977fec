import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { mayManageSamlProviders, mayVouchFor } from './saml-provider-rules.ts';

// Object.keys loses the key type; the keys are exactly AccessLevelName.
const LEVELS = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
const MAKERS: readonly AccessLevelName[] = ['developer', 'seniorDeveloper'];
const actorOf = (name: AccessLevelName, more: Partial<Actor> = {}): Actor => ({
  userId: 'me',
  accessLevel: ACCESS_LEVELS[name],
  domainId: 'own',
  rootDomainId: 'above',
  singleTimeToken: null,
  reach: MAKERS.includes(name)
    ? { kind: 'everything' }
    : { kind: 'domains', domainIds: new Set(['own', 'below']) },
  ...more,
});

describe('identity providers of an organisation', () => {
  it.each(LEVELS)('%s registers them in their own organisation or nowhere', (name) => {
    const may = [
      'privilegeAdministrator',
      'ownerAdministrator',
      'agencyAdmin',
      'seniorDeveloper',
    ].includes(name);
    const places = ['own', 'below', 'beside', 'above', 'foreign'].map((place) =>
      mayManageSamlProviders(actorOf(name), place),
    );
    expect(places).toEqual([may, false, false, false, false]);
  });

  it('are not for a session of a one-time link', () => {
    expect(
      mayManageSamlProviders(actorOf('ownerAdministrator', { singleTimeToken: 'link' }), 'own'),
    ).toBe(false);
  });

  const lineageOf = (...organisations: string[]) =>
    organisations.map((text) => {
      const [id = '', kind = 'facility'] = text.split(':');
      return { id, kind };
    });

  it.each([
    ['a member', 'own', ['above', 'own'], 3, true],
    ['a member of a part of it', 'below', ['above', 'own', 'below'], 3, true],
    ['somebody in a room of their own below it', 'below', ['own', 'below:individual'], 1, true],
    ['a member beside', 'beside', ['above', 'beside'], 3, false],
    ['a member above', 'above', ['above'], 3, false],
    ['somebody without an organisation', null, [], 0, false],
    ['whoever registered it', 'own', ['above', 'own'], 4, true],
    ['an owner, when somebody lower registered it', 'own', ['above', 'own'], 5, false],
    [
      'an owner below, when somebody lower registered it',
      'below',
      ['above', 'own', 'below'],
      5,
      false,
    ],
    ['a member of an agency, by its own provider', 'own', ['own:agency'], 3, true],
    [
      "a customer of an agency, by the agency's provider",
      'below',
      ['own:agency', 'below'],
      2,
      false,
    ],
    ['a customer of the maker', 'below', ['own:developer', 'below'], 2, false],
    ['a customer of an agency below', 'customer', ['own', 'below:agency', 'customer'], 2, false],
    ['an agency below', 'below', ['own', 'below:agency'], 2, false],
    ['a part of an organisation that is not there any more', 'below', ['own:', 'below'], 2, false],
    [
      "a part of a customer, by the customer's provider",
      'below',
      ['above:agency', 'own', 'below'],
      3,
      true,
    ],
  ] as const)('vouch for %s: %s', (_name, domainId, lineage, accessLevel, expected) => {
    expect(
      mayVouchFor(
        { domainId: 'own', vouchesUpTo: ACCESS_LEVELS.privilegeAdministrator },
        { domainId, lineage: lineageOf(...lineage), accessLevel },
      ),
    ).toBe(expected);
  });
});
