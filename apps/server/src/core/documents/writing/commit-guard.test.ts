import type { DocumentMap } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import type { PlacedRow } from '../document-row.ts';
import { isTriggered, type Invariant } from './commit-guard.ts';
import type { RowChange } from './unique-keys.ts';

const row = (collection: string, data: DocumentMap): PlacedRow =>
  ({ collection, path: `${collection}/a`, id: 'a', parentPath: '', data }) as PlacedRow;
const change = (
  collection: string,
  before: DocumentMap | null,
  after: DocumentMap | null,
): RowChange => ({
  before: before === null ? null : row(collection, before),
  after: after === null ? null : row(collection, after),
});
const invariant = (on: Invariant['on']): Invariant => ({ on, check: async () => undefined });
const AT = new Date(0);

describe('isTriggered', () => {
  it.each([
    [
      'a named field changes',
      { room: ['name'] },
      change('room', { name: 'a' }, { name: 'b' }),
      true,
    ],
    ['a named field appears', { room: ['name'] }, change('room', {}, { name: 'b' }), true],
    ['another field changes', { room: ['name'] }, change('room', { x: 1 }, { x: 2 }), false],
    [
      'a named date is the same moment',
      { note: ['from'] },
      change('note', { from: AT }, { from: new Date(0) }),
      false,
    ],
    ['any field may change', { room: 'any' }, change('room', { x: 1 }, { x: 1 }), true],
    ['a document is created', { room: [] }, change('room', null, { x: 1 }), true],
    ['a document is deleted', { room: [] }, change('room', { x: 1 }, null), true],
    ['another collection changes', { room: 'any' }, change('device', { x: 1 }, { x: 2 }), false],
    ['the collection is named like a built-in', {}, change('toString', null, {}), false],
  ] as const)('compares only what the invariant names: %s', (_, on, one, expected) => {
    expect(isTriggered(invariant(on), [one])).toBe(expected);
  });

  it('returns true when any change of the batch triggers', () => {
    const batch = [change('device', {}, {}), change('room', null, {})];
    expect(isTriggered(invariant({ room: [] }), batch)).toBe(true);
  });
});
