import { describe, expect, it } from 'vitest';
import type { DocumentData } from '../../collections/collections.ts';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { mayCreateDomain, mayEditDomain, mayReadDomain, SIGN_IN_FIELDS } from './domain-rules.ts';
import type { PlacedDocument } from './placement.ts';

// Object.keys loses the key type; the keys are exactly AccessLevelName.
const LEVELS = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
const MAKER: AccessLevelName[] = ['developer', 'seniorDeveloper'];
const createActor = (name: AccessLevelName): Actor => ({
  userId: 'me',
  accessLevel: ACCESS_LEVELS[name],
  domainId: 'own',
  rootDomainId: 'own',
  singleTimeToken: null,
  hasOwnHome: false,
  reach: MAKER.includes(name)
    ? { kind: 'everything' }
    : { kind: 'domains', domainIds: new Set(['own', 'below']) },
});
const aDomain = (
  data: Partial<DocumentData<'domain'>>,
  id = 'new',
): PlacedDocument<DocumentData<'domain'>> => ({
  path: `domain/${id}`,
  id,
  placement: { rootDomainId: 'own', domainIds: [id], sharedWith: [] },
  data: { code: 'new', name: 'New', kind: 'facility', parentDomainId: 'own', ...data },
});
const creators = (data: Partial<DocumentData<'domain'>>): AccessLevelName[] =>
  LEVELS.filter((name) => mayCreateDomain(createActor(name), aDomain(data)));

describe('mayCreateDomain', () => {
  const dividing: AccessLevelName[] = [
    'privilegeAdministrator',
    'ownerAdministrator',
    'agencyAdmin',
    ...MAKER,
  ];

  it.each<[string, Partial<DocumentData<'domain'>>, AccessLevelName[]]>([
    ["below the actor's own", {}, dividing],
    ['deeper in the tree', { parentDomainId: 'below' }, dividing],
    ['below an inaccessible one', { parentDomainId: 'beside' }, MAKER],
    ['at the root', { parentDomainId: null }, MAKER],
    ['for an individual', { kind: 'individual' }, dividing],
    ['with limits', { limits: { rooms: 99, devices: 99, members: 99 } }, MAKER],
    ['with the end of a contract', { contractTo: new Date(0) }, ['agencyAdmin', ...MAKER]],
    ['with the start of a contract', { contractFrom: new Date(0) }, ['agencyAdmin', ...MAKER]],
    ['of a reseller', { kind: 'agency' }, ['agencyAdmin', ...MAKER]],
    ['of the maker', { kind: 'developer' }, MAKER],
    [
      'with an identity provider',
      { samlProviderIds: ['saml.a'] },
      ['privilegeAdministrator', 'ownerAdministrator', ...MAKER],
    ],
  ])('decides who may create a domain %s', (_, data, levels) => {
    expect(creators(data)).toEqual(levels);
  });
});

describe('mayReadDomain', () => {
  const readers = (id: string): AccessLevelName[] =>
    LEVELS.filter((name) => mayReadDomain(createActor(name), aDomain({}, id)));
  const members = LEVELS.filter(
    (name) => !['requestMfa', 'superDeveloper', 'systemAdmin'].includes(name),
  );

  it.each([
    ['own', members],
    ['below', members.filter((name) => name !== 'individualUser')],
    ['beside', MAKER],
  ])('decides who may read the domain "%s"', (id, levels) => {
    expect(readers(id)).toEqual(levels);
  });
});

describe('mayEditDomain for sign-in fields', () => {
  const changed: Partial<DocumentData<'domain'>> = {
    samlProviderIds: ['saml.a'],
    signInMethods: ['saml'],
    mfaRequired: true,
  };
  const editors = (
    field: string,
    id: string,
    ancestorIds: string[],
    domainId = 'own',
  ): AccessLevelName[] =>
    LEVELS.filter((name) => {
      const actor: Actor = { ...createActor(name), domainId };
      return mayEditDomain(
        actor,
        aDomain({ ancestorIds }, id),
        aDomain(
          {
            ancestorIds,
            ...Object.fromEntries(Object.entries(changed).filter(([key]) => key === field)),
          },
          id,
        ),
      );
    });

  it.each(SIGN_IN_FIELDS)(
    '%s can be set by privileged levels in the organisation or above, not by agencies or administrators',
    (field) => {
      expect(editors(field, 'own', [])).toEqual([
        'privilegeAdministrator',
        'ownerAdministrator',
        'agencyAdmin',
        'seniorDeveloper',
      ]);
      expect(editors(field, 'below', ['own'])).toEqual([
        'privilegeAdministrator',
        'ownerAdministrator',
        'seniorDeveloper',
      ]);
      // Accessible, but not below the actor's organisation.
      expect(editors(field, 'below', ['beside'])).toEqual(['seniorDeveloper']);
      expect(editors(field, 'beside', ['own'])).toEqual(['seniorDeveloper']);
    },
  );

  it('everyone who may edit the organisation may edit its other fields', () => {
    const name = LEVELS.filter((level) =>
      mayEditDomain(createActor(level), aDomain({}, 'own'), aDomain({ name: 'Other' }, 'own')),
    );
    expect(name).toEqual([
      'administrator',
      'privilegeAdministrator',
      'ownerAdministrator',
      'agency',
      'agencyAdmin',
      ...MAKER,
    ]);
  });
});

describe('mayEditDomain for the kind', () => {
  it.each(['agency', 'developer', 'individual'] as const)(
    'the maker alone may change the kind to %s',
    (kind) => {
      for (const id of ['own', 'below'])
        expect(
          LEVELS.filter((name) =>
            mayEditDomain(createActor(name), aDomain({}, id), aDomain({ kind }, id)),
          ),
        ).toEqual(MAKER);
    },
  );
});
