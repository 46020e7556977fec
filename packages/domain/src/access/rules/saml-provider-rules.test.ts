import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { mayManageSamlProviders, mayVouchFor } from './saml-provider-rules.ts';

// Object.keys loses the key type; the keys are exactly AccessLevelName.
const LEVELS = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
const MAKERS: readonly AccessLevelName[] = ['developer', 'seniorDeveloper'];
const actorOf = (name: AccessLevelName, more: Partial<Actor> = {}): Actor => ({
  userId: 'me', accessLevel: ACCESS_LEVELS[name], domainId: 'own', rootDomainId: 'above', singleTimeToken: null,
  reach: MAKERS.includes(name) ? { kind: 'everything' } : { kind: 'domains', domainIds: new Set(['own', 'below']) }, ...more,
});

describe('identity providers of an organisation', () => {
  it.each(LEVELS)('%s registers them in their own organisation or nowhere', (name) => {
    const may = ['privilegeAdministrator', 'ownerAdministrator', 'agencyAdmin', 'seniorDeveloper'].includes(name);
    const places = ['own', 'below', 'beside', 'above', 'foreign'].map((place) => mayManageSamlProviders(actorOf(name), place));
    expect(places).toEqual([may, false, false, false, false]);
  });

  it('are not for a session of a one-time link', () => {
    expect(mayManageSamlProviders(actorOf('ownerAdministrator', { singleTimeToken: 'link' }), 'own')).toBe(false);
  });

  it.each([
    ['a member', 'own', ['above'], 3, true],
    ['a member of an organisation below', 'below', ['above', 'own'], 3, true],
    ['a member beside', 'beside', ['above'], 3, false],
    ['a member above', 'above', [], 3, false],
    ['somebody without an organisation', null, [], 0, false],
    ['whoever registered it', 'own', ['above'], 4, true],
    ['an owner, when somebody lower registered it', 'own', ['above'], 5, false],
    ['an owner below, when somebody lower registered it', 'below', ['above', 'own'], 5, false],
  ] as const)('vouch for %s: %s', (_name, domainId, ancestorIds, accessLevel, expected) => {
    expect(mayVouchFor({ domainId: 'own', vouchesUpTo: ACCESS_LEVELS.privilegeAdministrator }, { domainId, ancestorIds, accessLevel })).toBe(expected);
  });
});
