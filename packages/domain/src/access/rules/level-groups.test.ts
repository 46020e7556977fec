import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import { prefetchesNights } from './level-groups.ts';

describe('prefetchesNights', () => {
  it('allows residents and care staff, but not agencies and the maker', () => {
    const keeping: readonly AccessLevelName[] = [
      'individualUser',
      'generalStaff',
      'administrator',
      'privilegeAdministrator',
      'ownerAdministrator',
    ];
    for (const [name, accessLevel] of Object.entries(ACCESS_LEVELS))
      expect([name, prefetchesNights({ accessLevel })]).toEqual([
        name,
        keeping.some((one) => one === name),
      ]);
  });
});
