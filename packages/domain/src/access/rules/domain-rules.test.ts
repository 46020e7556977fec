import { describe, expect, it } from 'vitest';
import type { DataOf } from '../../collections/collections.ts';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { mayCreateDomain, mayReadDomain } from './domain-rules.ts';
import type { PlacedDocument } from './placement.ts';

// Object.keys loses the key type; the keys are exactly AccessLevelName.
const LEVELS = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
const MAKER: AccessLevelName[] = ['developer', 'seniorDeveloper'];
const actorOf = (name: AccessLevelName): Actor => ({
  userId: 'me', accessLevel: ACCESS_LEVELS[name], domainId: 'own', rootDomainId: 'own', singleTimeToken: null,
  reach: MAKER.includes(name) ? { kind: 'everything' } : { kind: 'domains', domainIds: new Set(['own', 'below']) },
});
const aDomain = (data: Partial<DataOf<'domain'>>, id = 'new'): PlacedDocument<DataOf<'domain'>> =>
  ({ path: `domain/${id}`, id, placement: { rootDomainId: 'own', domainIds: [id], sharedWith: [] }, data: { code: 'new', name: 'New', kind: 'facility', parentDomainId: 'own', ...data } });
const creators = (data: Partial<DataOf<'domain'>>): AccessLevelName[] => LEVELS.filter((name) => mayCreateDomain(actorOf(name), aDomain(data)));

describe('a new domain', () => {
  const dividing: AccessLevelName[] = ['privilegeAdministrator', 'ownerAdministrator', 'agencyAdmin', ...MAKER];

  it.each<[string, Partial<DataOf<'domain'>>, AccessLevelName[]]>([
    ['below one\'s own', {}, dividing],
    ['deeper in one\'s reach', { parentDomainId: 'below' }, dividing],
    ['below another\'s', { parentDomainId: 'beside' }, MAKER],
    ['at the top', { parentDomainId: null }, MAKER],
    ['for an individual', { kind: 'individual' }, dividing],
    ['with limits of its own', { limits: { rooms: 99, devices: 99, members: 99 } }, MAKER],
    ['with the end of a contract', { contractTo: new Date(0) }, ['agencyAdmin', ...MAKER]],
    ['with the start of a contract', { contractFrom: new Date(0) }, ['agencyAdmin', ...MAKER]],
    ['that resells', { kind: 'agency' }, ['agencyAdmin', ...MAKER]],
    ['of the maker', { kind: 'developer' }, MAKER],
  ])('%s', (_, data, levels) => {
    expect(creators(data)).toEqual(levels);
  });
});

describe('reading a domain', () => {
  const readers = (id: string): AccessLevelName[] => LEVELS.filter((name) => mayReadDomain(actorOf(name), aDomain({}, id)));
  const members = LEVELS.filter((name) => !['requestMfa', 'superDeveloper', 'systemAdmin'].includes(name));

  it.each([['own', members], ['below', members.filter((name) => name !== 'individualUser')], ['beside', MAKER]])('%s', (id, levels) => {
    expect(readers(id)).toEqual(levels);
  });
});
