import { describe, expect, it } from 'vitest';
import { seededRandom } from '../testing/synthetic-signals.ts';
import { type BoostedTrees, logOddsOf, probability, treeLogOdds } from './boosted-trees.ts';
import { createEpochWindows, quantile } from './epoch-windows.ts';
import { linearLogOdds } from './linear-model.ts';
import { smoothStates } from './two-state-chain.ts';

const trees: BoostedTrees = {
  depth: 2,
  bias: 0.5,
  inputs: ['a', 'b'],
  splits: [0, 1, 1, 1, 0, 0],
  thresholds: [1, 2, 3, 0, 5, 6],
  leaves: [10, 20, 30, 40, 1, 2, 3, 4],
};

describe('boosted trees', () => {
  it('add up the leaves that a row falls into', () => {
    expect(treeLogOdds(trees, [1, 2])).toBe(0.5 + 10 + 3);
    expect(treeLogOdds(trees, [2, 4])).toBe(0.5 + 40 + 3);
    expect(treeLogOdds(trees, [7, -1])).toBe(0.5 + 30 + 2);
  });

  it('send what is not measured to the second child', () => {
    expect(treeLogOdds(trees, [Number.NaN, 2])).toBe(0.5 + 30 + 4);
  });
});

describe('a linear model', () => {
  it('weighs what is measured, in its own spread', () => {
    const model = { bias: 1, inputs: ['a', 'b'], means: [10, 0], spreads: [2, 4], weights: [3, -1] };
    expect(linearLogOdds(model, [12, 8])).toBe(1 + 3 - 2);
    expect(linearLogOdds(model, [Number.NaN, 8])).toBe(1 - 2);
  });
});

describe('a chain of two states', () => {
  const chain = { begins: 0.05, ends: 0.1, evidenceWeight: 1 };

  it('gives exactly what trying every path gives', () => {
    const random = seededRandom(3);
    const logOdds = Array.from({ length: 7 }, () => 4 * (random() - 0.5));
    const expected = bruteForce(logOdds, chain);
    for (const [epoch, share] of smoothStates(logOdds, chain).entries()) expect(share).toBeCloseTo(expected[epoch] ?? 0, 12);
  });

  it('overrules a single odd epoch and keeps a long stretch', () => {
    const logOdds = Array.from({ length: 60 }, (_, i) => (i === 10 || (i >= 30 && i < 45) ? 1.5 : -2.5));
    const shares = smoothStates(logOdds, chain);
    expect(shares[10]).toBeLessThan(0.5);
    expect(shares[37]).toBeGreaterThan(0.9);
  });

  it('bridges epochs that say nothing and says the usual share when nothing does', () => {
    const shares = smoothStates([3, 3, Number.NaN, 3, 3], chain);
    expect(shares[2]).toBeGreaterThan(0.9);
    expect(smoothStates([Number.NaN, Number.NaN], chain)[1]).toBeCloseTo(1 / 3, 12);
  });
});

/** Probability of the state in each epoch by summing over all paths. */
function bruteForce(logOdds: readonly number[], { begins, ends }: { begins: number; ends: number }): number[] {
  const usual = begins / (begins + ends);
  const totals = logOdds.map(() => 0);
  let all = 0;
  for (let path = 0; path < 2 ** logOdds.length; path++) {
    const on = logOdds.map((_, epoch) => Math.floor(path / 2 ** epoch) % 2 === 1);
    let weight = on[0] ? usual : 1 - usual;
    for (const [epoch, state] of on.entries()) {
      weight *= state ? Math.exp((logOdds[epoch] ?? 0) - logOddsOf(usual)) : 1;
      if (epoch === 0) continue;
      weight *= on[epoch - 1] ? (state ? 1 - ends : ends) : state ? begins : 1 - begins;
    }
    all += weight;
    for (const [epoch, state] of on.entries()) if (state) totals[epoch] = (totals[epoch] ?? 0) + weight;
  }
  return totals.map((total) => total / all);
}

describe('windows over epochs', () => {
  it('average what was measured and clip at the ends', () => {
    const windows = createEpochWindows([1, Number.NaN, 3, 5]);
    expect(windows.mean(-3, 2)).toBe(1);
    expect(windows.mean(0, 9)).toBe(3);
    expect(windows.deviation(2, 4)).toBe(1);
    expect(windows.mean(1, 2)).toBeNaN();
  });

  it('find quantiles among what was measured', () => {
    expect(quantile([5, 1, Number.NaN, 3, 2, 4], 0.5)).toBe(3);
    expect(quantile([Number.NaN], 0.5)).toBeNaN();
  });

  it('turn log odds to a share and back', () => expect(probability(logOddsOf(0.3))).toBeCloseTo(0.3, 12));
});
