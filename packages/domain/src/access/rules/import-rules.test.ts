import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { mayImport } from './import-rules.ts';

// Object.keys loses the key type; the keys are exactly AccessLevelName.
const levels = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
/**
 * From the specification, section 6: data-import, and import and history of a room require
 * generalStaff.
 */
const importing: readonly AccessLevelName[] = [
  'generalStaff',
  'administrator',
  'privilegeAdministrator',
  'ownerAdministrator',
  'agency',
  'agencyAdmin',
  'developer',
  'seniorDeveloper',
];
const makers: readonly AccessLevelName[] = ['developer', 'seniorDeveloper'];
const actorOf = (name: AccessLevelName, more: Partial<Actor> = {}): Actor => ({
  userId: 'me',
  accessLevel: ACCESS_LEVELS[name],
  domainId: 'own',
  rootDomainId: 'top',
  singleTimeToken: null,
  hasOwnHome: false,
  reach: makers.includes(name)
    ? { kind: 'everything' }
    : { kind: 'domains', domainIds: new Set(['own', 'below']) },
  ...more,
});
const roomOf = (domainId: string, sharedWith: readonly string[] = []) => ({
  path: 'room/r',
  id: 'r',
  placement: { rootDomainId: 'top', domainIds: [domainId], sharedWith },
  data: { domainId },
});

describe('mayImport', () => {
  it.each(levels)('decides for %s by the place of the room', (name) => {
    const may = ['own', 'below', 'beside', 'above'].filter((domainId) =>
      mayImport(actorOf(name), roomOf(domainId)),
    );
    const accessible = makers.includes(name)
      ? ['own', 'below', 'beside', 'above']
      : ['own', 'below'];
    expect(may).toEqual(importing.includes(name) ? accessible : []);
  });

  it('individuals with a shared room and one-time links may not import', () => {
    expect(mayImport(actorOf('individualUser'), roomOf('own', ['me']))).toBe(false);
    expect(
      mayImport(actorOf('administrator', { singleTimeToken: 'report-1' }), roomOf('own')),
    ).toBe(false);
  });
});
