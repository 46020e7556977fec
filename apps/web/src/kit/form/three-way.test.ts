import { describe, expect, it } from 'vitest';
import { mergeValues } from './three-way.ts';

const base = {
  name: '201',
  floor: '2',
  tags: ['a'] as readonly string[],
  birthYear: null as number | null,
};

describe('mergeValues', () => {
  it('keeps what only the other changed, and writes what only oneself did', () => {
    expect(mergeValues(base, { ...base, name: '202' }, { ...base, floor: '3' })).toEqual({
      changes: { name: '202' },
      conflicts: [],
    });
  });
  it('names what both changed, unless they changed it to the same', () => {
    expect(
      mergeValues(base, { ...base, name: 'A', tags: ['b'] }, { ...base, name: 'B', tags: ['b'] }),
    ).toEqual({ changes: {}, conflicts: [{ name: 'name', mine: 'A', theirs: 'B' }] });
  });
  it('returns no changes if nothing was changed', () => {
    expect(mergeValues(base, base, { ...base, name: 'B', birthYear: 1940 })).toEqual({
      changes: {},
      conflicts: [],
    });
  });
});
