import { describe, expect, it } from 'vitest';
import { type BoostedTrees, probability, treeLogOdds, linearLogOdds } from './classifiers.ts';
import { createEpochWindows, quantile } from './epoch-windows.ts';

const trees: BoostedTrees = {
  depth: 2,
  bias: 0.5,
  inputs: ['a', 'b'],
  splits: [0, 1, 1, 1, 0, 0],
  thresholds: [1, 2, 3, 0, 5, 6],
  leaves: [10, 20, 30, 40, 1, 2, 3, 4],
};

describe('treeLogOdds', () => {
  it('sums the leaves of a row', () => {
    expect(treeLogOdds(trees, [1, 2])).toBe(0.5 + 10 + 3);
    expect(treeLogOdds(trees, [2, 4])).toBe(0.5 + 40 + 3);
    expect(treeLogOdds(trees, [7, -1])).toBe(0.5 + 30 + 2);
  });

  it('sends a missing value to the second child', () => {
    expect(treeLogOdds(trees, [Number.NaN, 2])).toBe(0.5 + 30 + 4);
  });
});

describe('linearLogOdds', () => {
  it('weights measured inputs by their standard deviation', () => {
    const model = {
      bias: 1,
      inputs: ['a', 'b'],
      means: [10, 0],
      spreads: [2, 4],
      weights: [3, -1],
    };
    expect(linearLogOdds(model, [12, 8])).toBe(1 + 3 - 2);
    expect(linearLogOdds(model, [Number.NaN, 8])).toBe(1 - 2);
  });
});

describe('createEpochWindows, quantile and probability', () => {
  it('windows average the measured values and clip at the ends', () => {
    const windows = createEpochWindows([1, Number.NaN, 3, 5]);
    expect(windows.mean(-3, 2)).toBe(1);
    expect(windows.mean(0, 9)).toBe(3);
    expect(windows.deviation(2, 4)).toBe(1);
    expect(windows.mean(1, 2)).toBeNaN();
  });

  it('quantiles skip missing values', () => {
    expect(quantile([5, 1, Number.NaN, 3, 2, 4], 0.5)).toBe(3);
    expect(quantile([Number.NaN], 0.5)).toBeNaN();
  });

  it('log odds become a probability', () =>
    expect(probability(Math.log(0.3 / 0.7))).toBeCloseTo(0.3, 12));
});
