import { describe, expect, it } from 'vitest';
import type { AccessLevelName } from '../access-level.ts';
import { mayAnalyseNights, mayCorrectSleep } from './sleep-rules.ts';
import { anActor, aRoom, LEVELS, MAKERS } from './testing/an-actor.ts';

const care: readonly AccessLevelName[] = [
  'generalStaff',
  'administrator',
  'privilegeAdministrator',
  'ownerAdministrator',
];

describe('mayAnalyseNights', () => {
  it.each(LEVELS)('decides for %s by the place of the room', (name) => {
    const may = ['own', 'below', 'beside', 'above'].filter((domainId) =>
      mayAnalyseNights(anActor(name), aRoom(domainId)),
    );
    const accessible = MAKERS.includes(name)
      ? ['own', 'below', 'beside', 'above']
      : ['own', 'below'];
    expect(may).toEqual([...care, ...MAKERS].includes(name) ? accessible : []);
  });

  it('individuals with a shared room and one-time links may not reanalyse', () => {
    expect(mayAnalyseNights(anActor('individualUser'), aRoom('own', ['me']))).toBe(false);
    expect(
      mayAnalyseNights(anActor('administrator', { singleTimeToken: 'report-1' }), aRoom('own')),
    ).toBe(false);
  });
});

describe('mayCorrectSleep', () => {
  const at = new Date('2026-11-20T15:00:00Z');
  const edit = (id: string, more: object = {}) => ({
    id,
    from: at,
    to: at,
    change: { kind: 'stage', stage: 'wake' },
    editedBy: 'other',
    editedAt: at,
    undone: false,
    ...more,
  });
  // Only the fields that the rule reads.
  const nightWith = (edits: readonly unknown[], more: object = {}) =>
    ({
      path: 'room/r/sleep/n',
      id: 'n',
      placement: { rootDomainId: 'top', domainIds: ['own'], sharedWith: [] },
      data: { edits, resultVersion: 1, ...more },
    }) as unknown as Parameters<typeof mayCorrectSleep>[1];
  const may = (before: readonly object[], after: readonly unknown[], more: object = {}) =>
    mayCorrectSleep(anActor('generalStaff'), nightWith(before), nightWith(after, more));

  it("allows new corrections in one's own name", () => {
    expect(may([], [edit('1', { editedBy: 'me' })])).toBe(true);
    expect(
      may([edit('1')], [edit('1'), edit('2', { editedBy: 'me' }), edit('3', { editedBy: 'me' })]),
    ).toBe(true);
    expect(may([], [edit('1')])).toBe(false);
    expect(may([], [edit('1', { editedBy: 'me', undone: true })])).toBe(false);
  });

  it('allows undoing and restoring any correction', () => {
    expect(may([edit('1')], [edit('1', { undone: true })])).toBe(true);
    expect(may([edit('1', { undone: true })], [edit('1')])).toBe(true);
  });

  it('rejects changing or removing a correction', () => {
    for (const change of [
      { id: '2' },
      { to: new Date(0) },
      { change: { kind: 'stage', stage: 'deep' } },
      { editedBy: 'me' },
      { editedAt: new Date(0) },
    ])
      expect(may([edit('1')], [edit('1', change)])).toBe(false);
    expect(may([edit('1')], [])).toBe(false);
    expect(may([edit('1'), edit('2')], [edit('2'), edit('1')])).toBe(false);
  });

  it.each([[[null]], [['text']], [[{}]], [[[]]]])('rejects the invalid correction %j', (after) => {
    expect(may([], after)).toBe(false);
    expect(may([edit('1')], after)).toBe(false);
  });

  it('rejects changes to other fields', () => {
    expect(may([], [edit('1', { editedBy: 'me' })], { resultVersion: 2 })).toBe(false);
  });
});
