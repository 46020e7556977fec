import { describe, expect, it } from 'vitest';
import { sleepWakeFeatures, sleepWakeInputs } from './sleep-wake-features.ts';

const noHeart = (length: number) => new Float64Array(length).fill(Number.NaN);
const getInput = (rows: readonly Float64Array[], name: (typeof sleepWakeInputs)[number]) =>
  rows.map((row) => row[sleepWakeInputs.indexOf(name)] ?? Number.NaN);

describe('sleepWakeFeatures', () => {
  const activity = Float64Array.from({ length: 200 }, (_, epoch) => (epoch === 100 ? 90 : 0.1));
  const rows = sleepWakeFeatures(activity, noHeart(200));

  it('uses epochs in both directions', () => {
    const before = getInput(rows, 'activity 10 before');
    const after = getInput(rows, 'activity 10 after');
    expect(before[105]).toBeGreaterThan(before[95] ?? 0);
    expect(after[95]).toBeGreaterThan(after[105] ?? 0);
    expect(before[0]).toBeNaN();
  });

  it('gives the log number of epochs to the nearest movement', () => {
    expect(getInput(rows, 'epochs since movement')[103]).toBeCloseTo(Math.log1p(3), 12);
    expect(getInput(rows, 'epochs until movement')[97]).toBeCloseTo(Math.log1p(3), 12);
    expect(getInput(rows, 'epochs since movement')[100]).toBe(0);
    expect(getInput(rows, 'epochs until large movement')[150]).toBeCloseTo(Math.log1p(120), 12);
  });

  it('gives the position in the night', () => {
    expect(getInput(rows, 'epochs since start')[0]).toBe(0);
    expect(getInput(rows, 'epochs until end')[199]).toBe(0);
  });

  it('does not depend on the unit', () => {
    const scaled = sleepWakeFeatures(
      activity.map((value) => 1000 * value),
      noHeart(200),
    );
    for (const [epoch, row] of rows.entries())
      expect(scaled[epoch]?.map((value) => Math.round(value * 1e6) + 0)).toEqual(
        row.map((value) => Math.round(value * 1e6) + 0),
      );
  });

  it('normalises the heart by its median', () => {
    const heart = Float64Array.from({ length: 200 }, (_, epoch) => (epoch < 100 ? 0.2 : 0.4));
    const [one, other] = [heart, heart.map((value) => 7 * value)].map((values) =>
      getInput(sleepWakeFeatures(activity, values), 'heart ±10'),
    ) as [number[], number[]];
    expect(one[150]).toBeGreaterThan(one[50] ?? 0);
    for (const [epoch, value] of one.entries()) expect(other[epoch]).toBeCloseTo(value, 9);
  });

  it('stays finite for a night without movement', () => {
    const still = sleepWakeFeatures(new Float64Array(50), noHeart(50));
    expect(getInput(still, 'activity ±5').every((value) => value === 0)).toBe(true);
    expect(getInput(still, 'epochs since movement').every(Number.isFinite)).toBe(true);
  });

  it('skips missing epochs', () => {
    const gap = activity.map((value, epoch) => (epoch >= 40 && epoch < 44 ? Number.NaN : value));
    const withGap = getInput(sleepWakeFeatures(gap, noHeart(200)), 'activity ±2');
    expect(withGap[39]).toBeCloseTo(getInput(rows, 'activity ±2')[30] ?? 0, 1);
    expect(withGap[60]).not.toBeNaN();
  });
});
