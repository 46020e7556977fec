import { linearLogOdds, treeLogOdds } from '@yamori/signal';
import { describe, expect, it } from 'vitest';
import { leaveOneOut, type Method, scored, splitRecords } from './cross-validation.ts';
import { fitLinear } from './fit-linear.ts';
import { growTrees, type TreeSettings } from './grow-trees.ts';
import { confusion, logLoss, type Scored, thresholdAt } from './scores.ts';
import { seededRandom } from './seeded-random.ts';
import type { TrainingRecord } from './training-records.ts';

const settings: TreeSettings = {
  trees: 40,
  depth: 3,
  rate: 0.2,
  minRows: 10,
  lambda: 1,
  rowShare: 0.8,
  inputShare: 1,
  seed: 3,
};

/** Rows of three inputs, label 1 according to `rule`, with a few labels flipped. */
function table(
  count: number,
  rule: (row: Float64Array) => boolean,
  seed = 5,
): { rows: Float64Array[]; labels: Uint8Array } {
  const random = seededRandom(seed);
  const rows = Array.from({ length: count }, () =>
    Float64Array.from({ length: 3 }, () => random() * 2 - 1),
  );
  return { rows, labels: Uint8Array.from(rows, (row) => (rule(row) !== random() < 0.03 ? 1 : 0)) };
}

const inputs = ['a', 'b', 'c'];
const rightShare = (
  rows: Float64Array[],
  labels: Uint8Array,
  logOdds: (row: Float64Array) => number,
) => rows.filter((row, i) => logOdds(row) > 0 === (labels[i] === 1)).length / rows.length;

describe('growTrees', () => {
  it('learns a relation that is not linear: one input or the other, but not both', () => {
    const xor = (row: Float64Array) => (row[0] ?? 0) > 0 !== (row[1] ?? 0) > 0;
    const { rows, labels } = table(2000, xor);
    const model = growTrees(rows, labels, inputs, settings);
    const fresh = table(500, xor, 77);
    expect(rightShare(fresh.rows, fresh.labels, (row) => treeLogOdds(model, row))).toBeGreaterThan(
      0.9,
    );
    expect(model.splits).toHaveLength(settings.trees * 7);
    expect(model.leaves).toHaveLength(settings.trees * 8);
  });

  it('gives the same model for the same seed', () => {
    const { rows, labels } = table(300, (row) => (row[0] ?? 0) > 0.2);
    expect(growTrees(rows, labels, inputs, settings)).toEqual(
      growTrees(rows, labels, inputs, settings),
    );
    expect(growTrees(rows, labels, inputs, { ...settings, seed: 4 })).not.toEqual(
      growTrees(rows, labels, inputs, settings),
    );
  });

  it('learns from missing values', () => {
    const { rows } = table(1000, () => true);
    const labels = Uint8Array.from(rows, (_, i) => (i % 3 === 0 ? 1 : 0));
    const holes = rows.map((row, i) =>
      i % 3 === 0 ? Float64Array.of(Number.NaN, row[1] ?? 0, row[2] ?? 0) : row,
    );
    const model = growTrees(holes, labels, inputs, settings);
    expect(rightShare(holes, labels, (row) => treeLogOdds(model, row))).toBe(1);
  });

  it('predicts the base rate for uninformative inputs', () => {
    const rows = Array.from({ length: 400 }, () => Float64Array.of(1, 1, 1));
    const labels = Uint8Array.from(rows, (_, i) => (i % 4 === 0 ? 1 : 0));
    const logOdds = treeLogOdds(
      growTrees(rows, labels, inputs, { ...settings, rowShare: 1 }),
      Float64Array.of(1, 1, 1),
    );
    expect(logOdds).toBeCloseTo(Math.log(1 / 3), 2);
  });
});

describe('fitLinear', () => {
  it('finds the direction for any units', () => {
    const { rows, labels } = table(2000, (row) => 2 * (row[0] ?? 0) - (row[1] ?? 0) > 0.1);
    const model = fitLinear(
      rows.map((row) => Float64Array.of(1000 * (row[0] ?? 0), row[1] ?? 0, row[2] ?? 0)),
      labels,
      inputs,
      1,
    );
    const [a = 0, b = 0, c = 0] = model.weights;
    expect(a / -b).toBeCloseTo(2, 0);
    expect(Math.abs(c)).toBeLessThan(0.2 * a);
    expect(linearLogOdds(model, [900, -0.9, 0])).toBeGreaterThan(2);
  });

  it('shrinks weights with the penalty', () => {
    const { rows, labels } = table(500, (row) => (row[0] ?? 0) > 0);
    const [loose = 0] = fitLinear(rows, labels, inputs, 0.1).weights;
    const [tight = 0] = fitLinear(rows, labels, inputs, 1000).weights;
    expect(Math.abs(tight)).toBeLessThan(Math.abs(loose) / 4);
  });
});

describe('the scores', () => {
  const night = (name: string, shares: number[], labels: number[]): Scored => ({
    name,
    shares: Float64Array.from(shares),
    labels: Uint8Array.from(labels),
  });

  it('the scores contain correct and wrong predictions, and kappa relative to chance', () => {
    const { sensitivity, specificity, accuracy, kappa } = confusion(
      [night('x', [0.9, 0.8, 0.3, 0.6, 0.1, 0.2], [1, 1, 1, 0, 0, 0])],
      0.5,
    );
    expect([sensitivity, specificity, accuracy]).toEqual([2 / 3, 2 / 3, 2 / 3]);
    expect(kappa).toBeCloseTo(1 / 3, 12);
  });

  it('the scores include the threshold at which a given share of label 1 is found', () => {
    const records = [
      night(
        'x',
        Array.from({ length: 100 }, (_, i) => i / 100),
        Array.from({ length: 100 }, () => 1),
      ),
    ];
    expect(confusion(records, thresholdAt(records, 0.93)).sensitivity).toBeCloseTo(0.93, 12);
  });

  it('penalise wrong answers by their certainty', () => {
    expect(logLoss([night('x', [0.6], [0])])).toBeLessThan(logLoss([night('x', [0.9], [0])]));
  });
});

describe('leaveOneOut and splitRecords', () => {
  const records = Array.from({ length: 6 }, (_, i): TrainingRecord => ({
    name: `n${i}`,
    rows: [Float64Array.of(i)],
    labels: Uint8Array.of(i % 2),
  }));

  it('never fit a model on the record that it predicts', () => {
    const seen: number[][] = [];
    const method: Method<number> = {
      name: 'count',
      fit: (rows) => (seen.push(rows.map((row) => row[0] ?? -1)), rows.length),
      logOdds: (count) => count,
    };
    const logOdds = leaveOneOut(records, method);
    expect(logOdds.map((values) => [...values])).toEqual(records.map(() => [5]));
    for (const [i, rows] of seen.entries()) expect(rows).not.toContain(i);
    expect(scored(records, logOdds)[0]?.shares[0]).toBeCloseTo(1 / (1 + Math.exp(-5)), 12);
  });

  it('splitRecords divides records reproducibly by seed, each into one part', () => {
    const { chosenOn, judgedOn } = splitRecords(records, 2, 9);
    expect(judgedOn).toHaveLength(2);
    expect([...chosenOn, ...judgedOn].map(({ name }) => name).toSorted()).toEqual(
      records.map(({ name }) => name),
    );
    expect(splitRecords(records, 2, 9)).toEqual({ chosenOn, judgedOn });
  });
});
