import { describe, expect, it } from 'vitest';
import type { AccessLevelName } from '../access-level.ts';
import { mayImport } from './import-rules.ts';
import { anActor, aRoom, LEVELS, MAKERS } from './testing/an-actor.ts';

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

describe('mayImport', () => {
  it.each(LEVELS)('decides for %s by the place of the room', (name) => {
    const may = ['own', 'below', 'beside', 'above'].filter((domainId) =>
      mayImport(anActor(name), aRoom(domainId)),
    );
    const accessible = MAKERS.includes(name)
      ? ['own', 'below', 'beside', 'above']
      : ['own', 'below'];
    expect(may).toEqual(importing.includes(name) ? accessible : []);
  });

  it('individuals with a shared room and one-time links may not import', () => {
    expect(mayImport(anActor('individualUser'), aRoom('own', ['me']))).toBe(false);
    expect(mayImport(anActor('administrator', { singleTimeToken: 'report-1' }), aRoom('own'))).toBe(
      false,
    );
  });
});
