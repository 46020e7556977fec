import { describe, expect, it } from 'vitest';
import {
  heldBack,
  isNotMeasured,
  noReading,
  tellsMovement,
  uncertainReading,
  valueReading,
} from './reading.ts';

describe('readings', () => {
  it.each([
    [1.7, 1],
    [-0.2, 0],
    [0.4, 0.4],
  ])('keep a certainty of %d inside 0..1', (given, kept) => {
    expect(valueReading(12, given, 5)).toEqual({
      kind: 'value',
      value: 12,
      certainty: kept,
      atMs: 5,
    });
  });

  it('say why a figure may not be shown', () => {
    expect(uncertainReading('movement', 9)).toEqual({
      kind: 'uncertain',
      reason: 'movement',
      atMs: 9,
    });
    expect(noReading).toEqual({ kind: 'none' });
  });

  it('are held back for a reason, but never made of nothing', () => {
    expect(heldBack(valueReading(12, 1, 5), 'movement')).toEqual(uncertainReading('movement', 5));
    expect(heldBack(uncertainReading('noisy', 5), 'flat')).toEqual(uncertainReading('flat', 5));
    expect([heldBack(valueReading(12, 1, 5), null), heldBack(noReading, 'flat')]).toEqual([
      valueReading(12, 1, 5),
      noReading,
    ]);
  });

  it('tell of movement only as their reason', () => {
    expect(
      [
        uncertainReading('movement', 5),
        uncertainReading('noisy', 5),
        valueReading(12, 1, 5),
        noReading,
        undefined,
      ].map(tellsMovement),
    ).toEqual([true, false, false, false, false]);
  });

  it('know the marks of a value that was not measured', () => {
    expect(isNotMeasured(-32_768)).toBe(true);
    expect(isNotMeasured(Number.NaN)).toBe(true);
    expect(isNotMeasured(-Infinity)).toBe(true);
    expect(isNotMeasured(-32_767)).toBe(false);
    expect(isNotMeasured(0)).toBe(false);
  });
});
