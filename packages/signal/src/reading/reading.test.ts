import { describe, expect, it } from 'vitest';
import {
  heldBack,
  isNotMeasured,
  noReading,
  showsMovement,
  uncertainReading,
  valueReading,
} from './reading.ts';

describe('readings', () => {
  it.each([
    [1.7, 1],
    [-0.2, 0],
    [0.4, 0.4],
  ])('a certainty of %d is clamped to 0..1', (given, kept) => {
    expect(valueReading(12, given, 5)).toEqual({
      kind: 'value',
      value: 12,
      certainty: kept,
      atMs: 5,
    });
  });

  it('an uncertain reading says why no figure may be shown', () => {
    expect(uncertainReading('movement', 9)).toEqual({
      kind: 'uncertain',
      reason: 'movement',
      atMs: 9,
    });
    expect(noReading).toEqual({ kind: 'none' });
  });

  it('heldBack replaces a value by a reason, but does not create a reading', () => {
    expect(heldBack(valueReading(12, 1, 5), 'movement')).toEqual(uncertainReading('movement', 5));
    expect(heldBack(uncertainReading('noisy', 5), 'flat')).toEqual(uncertainReading('flat', 5));
    expect([heldBack(valueReading(12, 1, 5), null), heldBack(noReading, 'flat')]).toEqual([
      valueReading(12, 1, 5),
      noReading,
    ]);
  });

  it('showsMovement is true only for the reason movement', () => {
    expect(
      [
        uncertainReading('movement', 5),
        uncertainReading('noisy', 5),
        valueReading(12, 1, 5),
        noReading,
        undefined,
      ].map(showsMovement),
    ).toEqual([true, false, false, false, false]);
  });

  it('isNotMeasured knows the markers of a missing value', () => {
    expect(isNotMeasured(-32_768)).toBe(true);
    expect(isNotMeasured(Number.NaN)).toBe(true);
    expect(isNotMeasured(-Infinity)).toBe(true);
    expect(isNotMeasured(-32_767)).toBe(false);
    expect(isNotMeasured(0)).toBe(false);
  });
});
