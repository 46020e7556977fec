import { ProblemError, type DocumentMap } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import type { PlacedRow } from '../../core/documents/document-row.ts';
import { checkNoteTimes } from './note-invariants.ts';

const NOW = new Date('2026-11-22T00:00:00Z');
const later = (days: number): Date => new Date(NOW.getTime() + days * 86_400_000);
const aRow = (data: DocumentMap, collection = 'note'): PlacedRow => ({
  path: `room/r/${collection}/n`,
  id: 'n',
  collection,
  parentPath: 'room/r',
  placement: { rootDomainId: 'd', domainIds: ['d'], sharedWith: [] },
  data,
  createdAt: NOW,
  updatedAt: NOW,
  version: '1',
});
async function outcome(
  before: DocumentMap | null,
  after: DocumentMap | null,
  collection?: string,
): Promise<string> {
  try {
    await checkNoteTimes(() => NOW).check(
      [
        {
          before: before === null ? null : aRow(before, collection),
          after: after === null ? null : aRow(after, collection),
        },
      ],
      { query: async () => [] },
    );
    return 'kept';
  } catch (error) {
    return error instanceof ProblemError ? error.problem.code : String(error);
  }
}
const note = (from: Date, to: Date | null = null, text = 'a'): DocumentMap => ({ from, to, text });

describe('the time of a note', () => {
  it.each([
    ['now', note(NOW), 'kept'],
    ['tomorrow', note(later(1)), 'kept'],
    ['the day after', note(later(1.1)), 'note-time-invalid'],
    ['in 2001', note(new Date('2001-01-01')), 'kept'],
    ['in 1970', note(new Date(0)), 'note-time-invalid'],
    ['a month long', note(later(-31), NOW), 'kept'],
    ['longer', note(later(-32), NOW), 'note-time-invalid'],
    ['until next week', note(NOW, later(7)), 'note-time-invalid'],
  ])('a note that lasts or is dated: %s', async (_, data, expected) =>
    expect(await outcome(null, data)).toBe(expected),
  );

  it('does not block edits if it was invalid before', async () => {
    expect(await outcome(note(later(400)), note(later(400), null, 'b'))).toBe('kept');
    expect(await outcome(note(later(400)), null)).toBe('kept');
    expect(await outcome(note(NOW), note(later(400)))).toBe('note-time-invalid');
  });

  it('the check ignores other collections', async () =>
    expect(await outcome(null, note(later(400)), 'accident')).toBe('kept'));
});
