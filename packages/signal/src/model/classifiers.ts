/**
 * A sum of small, complete decision trees of equal depth: J. H. Friedman, "Greedy function
 * approximation: a gradient boosting machine", Ann. Statist. 29 (2001). Node n of a tree has the
 * children 2n + 1, for values up to the threshold, and 2n + 2.
 */
export interface BoostedTrees {
  depth: number;
  /** Log odds before the first tree. */
  bias: number;
  /** Names of the inputs in order; tests check them against the features. */
  inputs: readonly string[];
  /** Per tree, 2^depth − 1 input indices and thresholds; trees are concatenated. */
  splits: readonly number[];
  thresholds: readonly number[];
  /** Per tree, 2^depth log odds. */
  leaves: readonly number[];
}

/** Log odds of the class for one row of inputs. A missing value (NaN) takes the second child. */
export function treeLogOdds(model: BoostedTrees, row: ArrayLike<number>): number {
  const { depth, splits, thresholds, leaves } = model;
  const inner = 2 ** depth - 1;
  let sum = model.bias;
  for (let first = 0, leaf = 0; first < splits.length; first += inner, leaf += inner + 1) {
    let node = 0;
    while (node < inner) {
      const value = row[splits[first + node] ?? 0] ?? Number.NaN;
      node = 2 * node + (value <= (thresholds[first + node] ?? 0) ? 1 : 2);
    }
    sum += leaves[leaf + node - inner] ?? 0;
  }
  return sum;
}

export const probability = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** A logistic regression: bias + Σ weight × (input − mean) / spread, as log odds. */
export interface LinearModel {
  bias: number;
  inputs: readonly string[];
  means: readonly number[];
  spreads: readonly number[];
  weights: readonly number[];
}

/** Log odds of the class for one row of inputs. A missing input (NaN) counts as its mean. */
export function linearLogOdds(model: LinearModel, row: ArrayLike<number>): number {
  let sum = model.bias;
  for (let input = 0; input < model.weights.length; input++) {
    const value = row[input] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    sum +=
      ((model.weights[input] ?? 0) * (value - (model.means[input] ?? 0))) /
      (model.spreads[input] ?? 1);
  }
  return sum;
}
