import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import { keepsNightsAhead } from './level-groups.ts';

describe('nights that are kept before anybody looks', () => {
  it('are those of people at a bedside, and of nobody who serves homes from afar', () => {
    const keeping: readonly AccessLevelName[] = [
      'individualUser',
      'generalStaff',
      'administrator',
      'privilegeAdministrator',
      'ownerAdministrator',
    ];
    for (const [name, accessLevel] of Object.entries(ACCESS_LEVELS))
      expect([name, keepsNightsAhead({ accessLevel })]).toEqual([
        name,
        keeping.some((one) => one === name),
      ]);
  });
});
