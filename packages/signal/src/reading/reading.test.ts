import { describe, expect, it } from 'vitest';
import { isNotMeasured, noReading, uncertainReading, valueReading } from './reading.ts';

describe('readings', () => {
  it.each([[1.7, 1], [-0.2, 0], [0.4, 0.4]])('keep a certainty of %d inside 0..1', (given, kept) => {
    expect(valueReading(12, given, 5)).toEqual({ kind: 'value', value: 12, certainty: kept, atMs: 5 });
  });

  it('say why a figure may not be shown', () => {
    expect(uncertainReading('movement', 9)).toEqual({ kind: 'uncertain', reason: 'movement', atMs: 9 });
    expect(noReading).toEqual({ kind: 'none' });
  });

  it('know the marks of a value that was not measured', () => {
    expect(isNotMeasured(-32_768)).toBe(true);
    expect(isNotMeasured(Number.NaN)).toBe(true);
    expect(isNotMeasured(-Infinity)).toBe(true);
    expect(isNotMeasured(-32_767)).toBe(false);
    expect(isNotMeasured(0)).toBe(false);
  });
});
