import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { mayManageSamlProviders, mayVouchFor } from './saml-provider-rules.ts';

// Object.keys loses the key type; the keys are exactly AccessLevelName.
const LEVELS = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
const MAKERS: readonly AccessLevelName[] = ['developer', 'seniorDeveloper'];
const createActor = (name: AccessLevelName, more: Partial<Actor> = {}): Actor => ({
  userId: 'me',
  accessLevel: ACCESS_LEVELS[name],
  domainId: 'own',
  rootDomainId: 'above',
  singleTimeToken: null,
  hasOwnHome: false,
  reach: MAKERS.includes(name)
    ? { kind: 'everything' }
    : { kind: 'domains', domainIds: new Set(['own', 'below']) },
  ...more,
});

describe('rules of identity providers', () => {
  it.each(LEVELS)('%s may register one only in their own organisation', (name) => {
    const may = [
      'privilegeAdministrator',
      'ownerAdministrator',
      'agencyAdmin',
      'seniorDeveloper',
    ].includes(name);
    const places = ['own', 'below', 'beside', 'above', 'foreign'].map((place) =>
      mayManageSamlProviders(createActor(name), place),
    );
    expect(places).toEqual([may, false, false, false, false]);
  });

  it('one-time links may not register one', () => {
    expect(
      mayManageSamlProviders(createActor('ownerAdministrator', { singleTimeToken: 'link' }), 'own'),
    ).toBe(false);
  });

  const toLineage = (...organisations: string[]) =>
    organisations.map((text) => {
      const [id = '', kind = 'facility'] = text.split(':');
      return { id, kind };
    });

  it.each([
    ['a member', 'own', ['above', 'own'], 3, true],
    ['a member of a child organisation', 'below', ['above', 'own', 'below'], 3, true],
    ['an individual at home below it', 'below', ['own', 'below:individual'], 1, true],
    ['a member of a sibling', 'beside', ['above', 'beside'], 3, false],
    ['a member of a parent', 'above', ['above'], 3, false],
    ['a person without an organisation', null, [], 0, false],
    ['the person who registered it', 'own', ['above', 'own'], 4, true],
    ['an owner, if a lower level registered it', 'own', ['above', 'own'], 5, false],
    [
      'an owner below, if a lower level registered it',
      'below',
      ['above', 'own', 'below'],
      5,
      false,
    ],
    ['a member of an agency, with its own provider', 'own', ['own:agency'], 3, true],
    [
      "a customer of an agency, with the agency's provider",
      'below',
      ['own:agency', 'below'],
      2,
      false,
    ],
    ['a customer of the maker', 'below', ['own:developer', 'below'], 2, false],
    ['a customer of an agency below', 'customer', ['own', 'below:agency', 'customer'], 2, false],
    ['an agency below', 'below', ['own', 'below:agency'], 2, false],
    ['a child of a deleted organisation', 'below', ['own:', 'below'], 2, false],
    [
      "a child of a customer, with the customer's provider",
      'below',
      ['above:agency', 'own', 'below'],
      3,
      true,
    ],
  ] as const)('mayVouchFor %s is %s', (_name, domainId, lineage, accessLevel, expected) => {
    expect(
      mayVouchFor(
        { domainId: 'own', vouchesUpTo: ACCESS_LEVELS.privilegeAdministrator },
        { domainId, lineage: toLineage(...lineage), accessLevel },
      ),
    ).toBe(expected);
  });
});
