import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import {
  mayCheckHistory,
  UPDATE_HISTORY_RULE,
  updateHistoryVisibleTo,
} from './update-history-rules.ts';
import { isVisible } from './visibility.ts';

// Object.keys loses the key type; the keys are exactly AccessLevelName.
const levels = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
const MAKERS: readonly AccessLevelName[] = ['developer', 'seniorDeveloper'];
const PRIVILEGED: readonly AccessLevelName[] = ['privilegeAdministrator', 'ownerAdministrator'];
const PLACES = ['own', 'below', 'beside', 'above'];

const actorOf = (name: AccessLevelName, more: Partial<Actor> = {}): Actor => ({
  userId: 'me',
  accessLevel: ACCESS_LEVELS[name],
  domainId: 'own',
  rootDomainId: 'top',
  singleTimeToken: null,
  hasOwnHome: false,
  reach: MAKERS.includes(name)
    ? { kind: 'everything' }
    : { kind: 'domains', domainIds: new Set(['own', 'below']) },
  ...more,
});
const entryOf = (domainId: string) => ({
  path: 'updateHistory/e',
  id: 'e',
  placement: { rootDomainId: 'top', domainIds: [domainId], sharedWith: ['me'] },
  data: { action: 'update', path: 'room/r', actorId: 'me' },
});

describe('rules of the update history', () => {
  it.each(levels)(
    '%s reads it only as senior developer, or as privileged level in accessible domains',
    (name) => {
      const seen = PLACES.filter((domainId) =>
        isVisible(entryOf(domainId), updateHistoryVisibleTo(actorOf(name))),
      );
      const accessible = PRIVILEGED.includes(name) ? ['own', 'below'] : [];
      expect(seen).toEqual(name === 'seniorDeveloper' ? PLACES : accessible);
      expect(
        isVisible(
          entryOf('own'),
          updateHistoryVisibleTo(actorOf(name, { singleTimeToken: 'link' })),
        ),
      ).toBe(false);
    },
  );

  it.each(levels)('%s cannot write it, not even their own entry', (name) => {
    const actor = actorOf(name);
    const entry = entryOf('own');
    expect([
      UPDATE_HISTORY_RULE.mayCreate(actor, entry),
      UPDATE_HISTORY_RULE.mayUpdate(actor, entry, entry),
      UPDATE_HISTORY_RULE.mayDelete(actor, entry),
    ]).toEqual([false, false, false]);
  });

  it.each(levels)('%s may verify all hash chains only as senior developer', (name) => {
    expect(mayCheckHistory(actorOf(name))).toBe(name === 'seniorDeveloper');
    expect(mayCheckHistory(actorOf(name, { singleTimeToken: 'link' }))).toBe(false);
  });
});
