import { describe, expect, it } from 'vitest';
import type { AccessLevelName } from '../access-level.ts';
import { mayChangeNote, mayRemoveNote, mayWriteNote, notesVisibleTo } from './note-rules.ts';
import { isVisible } from './visibility.ts';
import { anActor, LEVELS, MAKERS } from './testing/an-actor.ts';

const MANAGERS: readonly AccessLevelName[] = [
  'administrator',
  'privilegeAdministrator',
  'ownerAdministrator',
];
const CARE: readonly AccessLevelName[] = ['generalStaff', ...MANAGERS];
const at = new Date('2026-01-01T15:00:00Z');
const later = new Date('2026-01-01T15:10:00Z');

const aNote = (data: object = {}, domainId = 'own', sharedWith: readonly string[] = []) => ({
  path: 'room/r/note/n',
  id: 'n',
  placement: { rootDomainId: 'top', domainIds: [domainId], sharedWith },
  data: { from: at, to: null, text: 'a', writtenBy: 'me', ...data },
});

describe('access to notes', () => {
  it.each(LEVELS)('%s may write notes in their own name where they may read them', (name) => {
    const may = ['own', 'below', 'beside', 'above'].filter((domainId) =>
      mayWriteNote(anActor(name), aNote({}, domainId)),
    );
    const accessible = MAKERS.includes(name)
      ? ['own', 'below', 'beside', 'above']
      : ['own', 'below'];
    expect(may).toEqual([...CARE, ...MAKERS].includes(name) ? accessible : []);
    expect(mayWriteNote(anActor(name), aNote({ writtenBy: 'other' }))).toBe(false);
  });

  it('the author alone changes a note, and only its text and times', () => {
    const staff = anActor('generalStaff');
    expect(mayChangeNote(staff, aNote(), aNote({ text: 'b', from: later }))).toBe(true);
    expect(mayChangeNote(staff, aNote(), aNote({ writtenBy: 'other' }))).toBe(false);
    for (const name of LEVELS)
      expect(
        mayChangeNote(
          anActor(name),
          aNote({ writtenBy: 'other' }),
          aNote({ writtenBy: 'other', text: 'b' }),
        ),
        name,
      ).toBe(false);
  });

  it.each(LEVELS)('%s may delete the notes of others only as manager or maker', (name) => {
    expect(mayRemoveNote(anActor(name), aNote({ writtenBy: 'other' }))).toBe(
      [...MANAGERS, ...MAKERS].includes(name),
    );
    expect(mayRemoveNote(anActor(name), aNote())).toBe([...CARE, ...MAKERS].includes(name));
    expect(mayRemoveNote(anActor(name), aNote({}, 'beside'))).toBe(MAKERS.includes(name));
  });

  it('a note must end after its start', () => {
    const staff = anActor('generalStaff');
    expect(mayWriteNote(staff, aNote({ to: later }))).toBe(true);
    expect(mayWriteNote(staff, aNote({ to: at }))).toBe(false);
    expect(mayChangeNote(staff, aNote({ to: later }), aNote({ from: later, to: at }))).toBe(false);
  });

  it('residents read and write notes in their own home; family members of others cannot', () => {
    const individual = anActor('individualUser', { domainId: 'home' });
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
