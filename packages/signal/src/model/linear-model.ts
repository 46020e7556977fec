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
