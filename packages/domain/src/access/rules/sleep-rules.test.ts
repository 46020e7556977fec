import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { mayAnalyseNights } from './sleep-rules.ts';

// Object.keys loses the key type; the keys are exactly AccessLevelName.
const levels = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
const care: readonly AccessLevelName[] = ['generalStaff', 'administrator', 'privilegeAdministrator', 'ownerAdministrator'];
const makers: readonly AccessLevelName[] = ['developer', 'seniorDeveloper'];
const actorOf = (name: AccessLevelName, more: Partial<Actor> = {}): Actor => ({
  userId: 'me', accessLevel: ACCESS_LEVELS[name], domainId: 'own', rootDomainId: 'top', singleTimeToken: null,
  reach: makers.includes(name) ? { kind: 'everything' } : { kind: 'domains', domainIds: new Set(['own', 'below']) }, ...more,
});
const roomOf = (domainId: string, sharedWith: readonly string[] = []) => ({ path: 'room/r', id: 'r', placement: { rootDomainId: 'top', domainIds: [domainId], sharedWith }, data: { domainId } });

describe('having nights analysed anew', () => {
  it.each(levels)('%s', (name) => {
    const may = ['own', 'below', 'beside', 'above'].filter((domainId) => mayAnalyseNights(actorOf(name), roomOf(domainId)));
    expect(may).toEqual(makers.includes(name) ? ['own', 'below', 'beside', 'above'] : care.includes(name) ? ['own', 'below'] : []);
  });

  it('is not for the individual whom a room is shared with, nor for a visitor with a one-time link', () => {
    expect(mayAnalyseNights(actorOf('individualUser'), roomOf('own', ['me']))).toBe(false);
    expect(mayAnalyseNights(actorOf('administrator', { singleTimeToken: 'report-1' }), roomOf('own'))).toBe(false);
  });
});
