import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { PARTNER_RULE } from './agency-rules.ts';
import { isVisible } from './visibility.ts';

// Object.keys loses the key types; the keys are exactly these.
const LEVELS = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
const actor = (level: AccessLevelName, more: Partial<Actor> = {}): Actor => ({
  userId: 'me',
  accessLevel: ACCESS_LEVELS[level],
  domainId: 'own',
  rootDomainId: 'above',
  singleTimeToken: null,
  hasOwnHome: false,
  reach:
    level === 'developer' || level === 'seniorDeveloper'
      ? { kind: 'everything' }
      : { kind: 'domains', domainIds: new Set(['own', 'below']) },
  ...more,
});
const createPartner = (agencyId: string) => ({
  path: `domain/${agencyId}/partner/p`,
  id: 'p',
  placement: { rootDomainId: 'above', domainIds: [agencyId], sharedWith: [] },
  data: { code: 'p' },
});
/**
 * Permissions on partners of the agency itself, one below, and an inaccessible one: visible,
 * create, update, delete.
 */
const may = (one: Actor) =>
  ['own', 'below', 'beside'].map((agencyId) => {
    const partner = createPartner(agencyId);
    return [
      isVisible(partner, PARTNER_RULE.visibleTo(one)),
      PARTNER_RULE.mayCreate(one, partner),
      PARTNER_RULE.mayUpdate(one, partner, partner),
      PARTNER_RULE.mayDelete(one, partner),
    ];
  });
const all = (may: boolean): boolean[] => [may, may, may, may];

describe('PARTNER_RULE', () => {
  it.each(LEVELS)('%s has access only in their own agency', (level) => {
    const isMaker = level === 'developer' || level === 'seniorDeveloper';
    expect(may(actor(level))).toEqual([
      all(isMaker || level === 'agencyAdmin'),
      all(isMaker),
      all(isMaker),
    ]);
  });

  it('one-time links and users without an organisation have no access, and partners stay with their agency', () => {
    expect(may(actor('agencyAdmin', { singleTimeToken: 'link' }))).toEqual([
      all(false),
      all(false),
      all(false),
    ]);
    expect(may(actor('agencyAdmin', { domainId: null }))).toEqual([
      all(false),
      all(false),
      all(false),
    ]);
    expect(
      PARTNER_RULE.mayUpdate(actor('agencyAdmin'), createPartner('own'), createPartner('below')),
    ).toBe(false);
  });
});
