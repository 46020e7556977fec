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

describe('the update history', () => {
  it.each(levels)(
    'is read by senior developers, whose the master area is, and by those with all rights over what they reach: %s',
    (name) => {
      const seen = PLACES.filter((domainId) =>
        isVisible(entryOf(domainId), updateHistoryVisibleTo(actorOf(name))),
      );
      expect(seen).toEqual(
        name === 'seniorDeveloper' ? PLACES : PRIVILEGED.includes(name) ? ['own', 'below'] : [],
      );
      expect(
        isVisible(
          entryOf('own'),
          updateHistoryVisibleTo(actorOf(name, { singleTimeToken: 'link' })),
        ),
      ).toBe(false);
    },
  );

  it.each(levels)("is written and taken away by nobody, not even one's own entry: %s", (name) => {
    const [actor, entry] = [actorOf(name), entryOf('own')];
    expect([
      UPDATE_HISTORY_RULE.mayCreate(actor, entry),
      UPDATE_HISTORY_RULE.mayUpdate(actor, entry, entry),
      UPDATE_HISTORY_RULE.mayDelete(actor, entry),
    ]).toEqual([false, false, false]);
  });

  it.each(levels)('is checked over all organisations by senior developers only: %s', (name) => {
    expect(mayCheckHistory(actorOf(name))).toBe(name === 'seniorDeveloper');
    expect(mayCheckHistory(actorOf(name, { singleTimeToken: 'link' }))).toBe(false);
  });
});
