import { describe, expect, it } from 'vitest';
import type { AccessLevelName } from '../access-level.ts';
import {
  mayCheckHistory,
  UPDATE_HISTORY_RULE,
  updateHistoryVisibleTo,
} from './update-history-rules.ts';
import { isVisible } from './visibility.ts';
import { anActor, LEVELS } from './testing/an-actor.ts';

const PRIVILEGED: readonly AccessLevelName[] = ['privilegeAdministrator', 'ownerAdministrator'];
const PLACES = ['own', 'below', 'beside', 'above'];

const createEntry = (domainId: string) => ({
  path: 'updateHistory/e',
  id: 'e',
  placement: { rootDomainId: 'top', domainIds: [domainId], sharedWith: ['me'] },
  data: { action: 'update', path: 'room/r', actorId: 'me' },
});

describe('rules of the update history', () => {
  it.each(LEVELS)(
    '%s reads it only as senior developer, or as privileged level in accessible domains',
    (name) => {
      const seen = PLACES.filter((domainId) =>
        isVisible(createEntry(domainId), updateHistoryVisibleTo(anActor(name))),
      );
      const accessible = PRIVILEGED.includes(name) ? ['own', 'below'] : [];
      expect(seen).toEqual(name === 'seniorDeveloper' ? PLACES : accessible);
      expect(
        isVisible(
          createEntry('own'),
          updateHistoryVisibleTo(anActor(name, { singleTimeToken: 'link' })),
        ),
      ).toBe(false);
    },
  );

  it.each(LEVELS)('%s cannot write it, not even their own entry', (name) => {
    const actor = anActor(name);
    const entry = createEntry('own');
    expect([
      UPDATE_HISTORY_RULE.mayCreate(actor, entry),
      UPDATE_HISTORY_RULE.mayUpdate(actor, entry, entry),
      UPDATE_HISTORY_RULE.mayDelete(actor, entry),
    ]).toEqual([false, false, false]);
  });

  it.each(LEVELS)('%s may verify all hash chains only as senior developer', (name) => {
    expect(mayCheckHistory(anActor(name))).toBe(name === 'seniorDeveloper');
    expect(mayCheckHistory(anActor(name, { singleTimeToken: 'link' }))).toBe(false);
  });
});
