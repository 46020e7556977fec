import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BoostedTrees, probability, treeLogOdds, linearLogOdds } from './classifiers.ts';
import { createEpochWindows, quantile } from './epoch-windows.ts';

const seeded = { seed: 2001, numRuns: 200 };
const whole = fc.integer({ min: -50, max: 50 });
const maybe = fc.oneof(
  { weight: 4, arbitrary: whole },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
);
const rows = fc.array(maybe, { minLength: 4, maxLength: 4 });
const many = (count: number, of: fc.Arbitrary<number>) =>
  fc.array(of, { minLength: count, maxLength: count });
const forests = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 5 }), whole)
  .chain(([depth, trees, bias]) => {
    const inner = trees * (2 ** depth - 1);
    const shape = { depth, bias, inputs: ['a', 'b', 'c', 'd'] };
    return fc
      .tuple(many(inner, fc.nat(3)), many(inner, whole), many(trees * 2 ** depth, whole))
      .map(([splits, thresholds, leaves]): BoostedTrees => ({
        ...shape,
        splits,
        thresholds,
        leaves,
      }));
  });

/** The leaf of one tree, found from its root by halving the remaining leaves. */
function findLeaf(
  trees: BoostedTrees,
  tree: number,
  row: readonly number[],
  node = 0,
  leaves = trees.leaves.slice(tree * 2 ** trees.depth, (tree + 1) * 2 ** trees.depth),
): number {
  if (leaves.length === 1) return leaves[0] ?? Number.NaN;
  const at = tree * (2 ** trees.depth - 1) + node;
  const first = (row[trees.splits[at] ?? -1] ?? Number.NaN) <= (trees.thresholds[at] ?? Number.NaN);
  return findLeaf(
    trees,
    tree,
    row,
    2 * node + (first ? 1 : 2),
    first ? leaves.slice(0, leaves.length / 2) : leaves.slice(leaves.length / 2),
  );
}

describe('treeLogOdds', () => {
  it('sums the leaf of each tree', () => {
    fc.assert(
      fc.property(forests, rows, (trees, row) => {
        const count = trees.leaves.length / 2 ** trees.depth;
        expect(treeLogOdds(trees, row)).toBe(
          Array.from({ length: count }, (_, tree) => findLeaf(trees, tree, row)).reduce(
            (sum, leaf) => sum + leaf,
            trees.bias,
          ),
        );
      }),
      seeded,
    );
  });

  it('ignores inputs without a split', () => {
    fc.assert(
      fc.property(forests, rows, maybe, (trees, row, other) => {
        const blind = { ...trees, splits: trees.splits.map((input) => (input === 2 ? 1 : input)) };
        expect(treeLogOdds(blind, row.with(2, other))).toBe(treeLogOdds(blind, row));
      }),
      seeded,
    );
  });

  it('sends a value on the threshold to the first child, and a missing one to the second', () => {
    fc.assert(
      fc.property(forests, rows, (trees, row) => {
        const far = row.map((value) => (Number.isNaN(value) ? Infinity : value));
        expect(treeLogOdds(trees, row)).toBe(treeLogOdds(trees, far));
      }),
      seeded,
    );
    expect(
      [4, 5, 6].map((value) =>
        treeLogOdds(
          { depth: 1, bias: 0, inputs: ['a'], splits: [0], thresholds: [5], leaves: [-1, 1] },
          [value],
        ),
      ),
    ).toEqual([-1, -1, 1]);
  });
});

describe('linearLogOdds', () => {
  const models = fc
    .record({
      bias: whole,
      means: many(4, whole),
      spreads: many(4, fc.integer({ min: 1, max: 9 })),
      weights: many(4, whole),
    })
    .map((model) => ({ ...model, inputs: ['a', 'b', 'c', 'd'] }));

  it('replaces a missing input by its mean, and gives the bias when all are missing', () => {
    fc.assert(
      fc.property(models, rows, (model, row) => {
        expect(linearLogOdds(model, row)).toBeCloseTo(
          linearLogOdds(
            model,
            row.map((value, i) => (Number.isNaN(value) ? (model.means[i] ?? 0) : value)),
          ),
          9,
        );
        expect(linearLogOdds(model, [])).toBe(model.bias);
      }),
      seeded,
    );
  });

  it('changes by its weight for each standard deviation of an input', () => {
    fc.assert(
      fc.property(models, many(4, whole), fc.nat(3), whole, (model, row, input, spreads) => {
        const moved = row.with(input, (row[input] ?? 0) + spreads * (model.spreads[input] ?? 1));
        expect(linearLogOdds(model, moved) - linearLogOdds(model, row)).toBeCloseTo(
          spreads * (model.weights[input] ?? 0),
          6,
        );
      }),
      seeded,
    );
  });
});

describe('probability', () => {
  it('rises with the log odds, is symmetric about one half and stays finite', () => {
    fc.assert(
      fc.property(fc.double({ min: -30, max: 30, noNaN: true }), (odds) => {
        expect(probability(odds) + probability(-odds)).toBeCloseTo(1, 12);
        expect(probability(odds + 0.01)).toBeGreaterThan(probability(odds));
      }),
      seeded,
    );
    expect([probability(0), probability(1e4), probability(-1e4)]).toEqual([0.5, 1, 0]);
  });
});

describe('createEpochWindows and quantile', () => {
  const series = fc.array(maybe, { maxLength: 40 });
  const place = fc.integer({ min: -10, max: 50 });

  it('mean and deviation are those of the values inside', () => {
    fc.assert(
      fc.property(series, place, place, (values, one, other) => {
        const from = Math.min(one, other);
        const to = Math.max(one, other);
        const inside = values.filter((value, i) => i >= from && i < to && !Number.isNaN(value));
        const mean = inside.reduce((sum, value) => sum + value, 0) / inside.length;
        const windows = createEpochWindows(values);
        if (inside.length === 0) {
          expect([windows.mean(from, to), windows.deviation(from, to)]).toEqual([
            Number.NaN,
            Number.NaN,
          ]);
          return;
        }
        expect(windows.mean(from, to)).toBeCloseTo(mean, 9);
        expect(windows.deviation(from, to)).toBeCloseTo(
          Math.sqrt(inside.reduce((sum, value) => sum + (value - mean) ** 2, 0) / inside.length),
          6,
        );
      }),
      seeded,
    );
  });

  it('a quantile is one of the values, with the given share below it', () => {
    fc.assert(
      fc.property(series, fc.double({ min: 0, max: 1, noNaN: true }), (values, share) => {
        const measured = values.filter((value) => !Number.isNaN(value));
        fc.pre(measured.length > 0);
        const found = quantile(values, share);
        expect(measured).toContain(found);
        expect(measured.filter((value) => value < found).length).toBeLessThanOrEqual(
          share * measured.length,
        );
        expect(measured.filter((value) => value <= found).length).toBeGreaterThanOrEqual(
          Math.min(measured.length, Math.floor(share * measured.length) + 1),
        );
      }),
      seeded,
    );
  });
});
