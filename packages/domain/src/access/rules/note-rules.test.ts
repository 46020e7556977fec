import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { mayChangeNote, mayRemoveNote, mayWriteNote, notesVisibleTo } from './note-rules.ts';
import { isVisible } from './visibility.ts';

// Object.keys loses the key type; the keys are exactly AccessLevelName.
const levels = Object.keys(ACCESS_LEVELS) as AccessLevelName[];
const MANAGERS: readonly AccessLevelName[] = [
  'administrator',
  'privilegeAdministrator',
  'ownerAdministrator',
];
const CARE: readonly AccessLevelName[] = ['generalStaff', ...MANAGERS];
const MAKERS: readonly AccessLevelName[] = ['developer', 'seniorDeveloper'];
const at = new Date('2026-01-01T15:00:00Z');
const later = new Date('2026-01-01T15:10:00Z');

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
const aNote = (data: object = {}, domainId = 'own', sharedWith: readonly string[] = []) => ({
  path: 'room/r/note/n',
  id: 'n',
  placement: { rootDomainId: 'top', domainIds: [domainId], sharedWith },
  data: { from: at, to: null, text: 'a', writtenBy: 'me', ...data },
});

describe('access to notes', () => {
  it.each(levels)('%s may write notes in their own name where they may read them', (name) => {
    const may = ['own', 'below', 'beside', 'above'].filter((domainId) =>
      mayWriteNote(actorOf(name), aNote({}, domainId)),
    );
    const accessible = MAKERS.includes(name)
      ? ['own', 'below', 'beside', 'above']
      : ['own', 'below'];
    expect(may).toEqual([...CARE, ...MAKERS].includes(name) ? accessible : []);
    expect(mayWriteNote(actorOf(name), aNote({ writtenBy: 'other' }))).toBe(false);
  });

  it('the author alone changes a note, and only its text and times', () => {
    const staff = actorOf('generalStaff');
    expect(mayChangeNote(staff, aNote(), aNote({ text: 'b', from: later }))).toBe(true);
    expect(mayChangeNote(staff, aNote(), aNote({ writtenBy: 'other' }))).toBe(false);
    for (const name of levels)
      expect(
        mayChangeNote(
          actorOf(name),
          aNote({ writtenBy: 'other' }),
          aNote({ writtenBy: 'other', text: 'b' }),
        ),
        name,
      ).toBe(false);
  });

  it.each(levels)('%s may delete the notes of others only as manager or maker', (name) => {
    expect(mayRemoveNote(actorOf(name), aNote({ writtenBy: 'other' }))).toBe(
      [...MANAGERS, ...MAKERS].includes(name),
    );
    expect(mayRemoveNote(actorOf(name), aNote())).toBe([...CARE, ...MAKERS].includes(name));
    expect(mayRemoveNote(actorOf(name), aNote({}, 'beside'))).toBe(MAKERS.includes(name));
  });

  it('a note must end after its start', () => {
    const staff = actorOf('generalStaff');
    expect(mayWriteNote(staff, aNote({ to: later }))).toBe(true);
    expect(mayWriteNote(staff, aNote({ to: at }))).toBe(false);
    expect(mayChangeNote(staff, aNote({ to: later }), aNote({ from: later, to: at }))).toBe(false);
  });

  it('residents read and write notes in their own home; family members of others cannot', () => {
    const individual = actorOf('individualUser', { domainId: 'home' });
    expect(mayWriteNote(individual, aNote({}, 'home', ['me']))).toBe(true);
    expect(isVisible(aNote({}, 'home', []), notesVisibleTo(individual))).toBe(false);
    expect(isVisible(aNote({}, 'own', ['me']), notesVisibleTo(individual))).toBe(false);
    expect(
      isVisible(
        aNote({}, 'home', ['me']),
        notesVisibleTo({ ...individual, singleTimeToken: 'link' }),
      ),
    ).toBe(false);
  });
});
