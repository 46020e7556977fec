import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { PARTNER_RULE } from './partner-rules.ts';
import { isVisible } from './visibility.ts';

// Object.keys loses the key types; the keys are exactly these.
const LEVELS = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
const actor = (level: AccessLevelName, more: Partial<Actor> = {}): Actor => ({
  userId: 'me',
  accessLevel: ACCESS_LEVELS[level],
  domainId: 'own',
  rootDomainId: 'above',
  singleTimeToken: null,
  reach:
    level === 'developer' || level === 'seniorDeveloper'
      ? { kind: 'everything' }
      : { kind: 'domains', domainIds: new Set(['own', 'below']) },
  ...more,
});
const partnerOf = (agencyId: string) => ({
  path: `domain/${agencyId}/partner/p`,
  id: 'p',
  placement: { rootDomainId: 'above', domainIds: [agencyId], sharedWith: [] },
  data: { code: 'p' },
});
/**
 * Of the agency itself, of one below it and of one that is not reached: who sees its partners, and
 * who writes them.
 */
const may = (one: Actor) =>
  ['own', 'below', 'beside'].map((agencyId) => {
    const partner = partnerOf(agencyId);
    return [
      isVisible(partner, PARTNER_RULE.visibleTo(one)),
      PARTNER_RULE.mayCreate(one, partner),
      PARTNER_RULE.mayUpdate(one, partner, partner),
      PARTNER_RULE.mayDelete(one, partner),
    ];
  });
const all = (may: boolean): boolean[] => [may, may, may, may];

describe('partners of an agency', () => {
  it.each(LEVELS)('are seen and written by those who run that very agency: %s', (level) => {
    const isMaker = level === 'developer' || level === 'seniorDeveloper';
    expect(may(actor(level))).toEqual([
      all(isMaker || level === 'agencyAdmin'),
      all(isMaker),
      all(isMaker),
    ]);
  });

  it("are nobody's by a one-time link, nor without an organisation, and are never handed to another agency", () => {
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
    expect(PARTNER_RULE.mayUpdate(actor('agencyAdmin'), partnerOf('own'), partnerOf('below'))).toBe(
      false,
    );
  });
});
