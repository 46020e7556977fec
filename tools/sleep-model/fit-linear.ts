import type { LinearModel } from '@yamori/signal';
import { round } from './grow-trees.ts';

/**
 * Logistic regression with a ridge penalty on standardised inputs, by Newton's method (iteratively
 * reweighted least squares).
 *
 * @param ridge penalty on the squared weights, in rows
 */
export function fitLinear(
  rows: readonly Float64Array[],
  labels: Uint8Array,
  inputs: readonly string[],
  ridge: number,
): LinearModel {
  const { means, spreads } = standard(rows, inputs.length);
  const scaled = rows.map((row) =>
    Float64Array.from(inputs, (_, i) =>
      standardised(row[i] ?? Number.NaN, means[i] ?? 0, spreads[i] ?? 1),
    ),
  );
  const size = inputs.length + 1;
  const weights = new Float64Array(size);
  for (let round = 0; round < 12; round++) {
    const matrix = Array.from({ length: size }, () => new Float64Array(size));
    const right = new Float64Array(size);
    for (const [index, row] of scaled.entries())
      addRow(row, labels[index] ?? 0, weights, matrix, right);
    for (let i = 1; i < size; i++) {
      const line = matrix[i];
      if (line) line[i] = (line[i] ?? 0) + ridge;
      right[i] = (right[i] ?? 0) - ridge * (weights[i] ?? 0);
    }
    const step = solve(matrix, right);
    for (let i = 0; i < size; i++) weights[i] = (weights[i] ?? 0) + (step[i] ?? 0);
  }
  return {
    bias: round(weights[0] ?? 0, 6),
    inputs,
    means: means.map((value) => round(value, 6)),
    spreads: spreads.map((value) => round(value, 6)),
    weights: Array.from(weights.subarray(1), (value) => round(value, 6)),
  };
}

const standardised = (value: number, mean: number, spread: number): number =>
  Number.isNaN(value) ? 0 : (value - mean) / spread;

function standard(
  rows: readonly Float64Array[],
  inputs: number,
): { means: number[]; spreads: number[] } {
  const columns = Array.from({ length: inputs }, (_, i) =>
    rows.map((row) => row[i] ?? Number.NaN).filter((value) => !Number.isNaN(value)),
  );
  const means = columns.map(
    (column) => column.reduce((sum, value) => sum + value, 0) / Math.max(1, column.length),
  );
  const spreads = columns.map(
    (column, i) =>
      Math.sqrt(
        column.reduce((sum, value) => sum + (value - (means[i] ?? 0)) ** 2, 0) /
          Math.max(1, column.length),
      ) || 1,
  );
  return { means, spreads };
}

function addRow(
  row: Float64Array,
  label: number,
  weights: Float64Array,
  matrix: Float64Array[],
  right: Float64Array,
): void {
  let logOdds = weights[0] ?? 0;
  for (let i = 0; i < row.length; i++) logOdds += (weights[i + 1] ?? 0) * (row[i] ?? 0);
  const p = 1 / (1 + Math.exp(-logOdds));
  const curvature = p * (1 - p) + 1e-9;
  for (let i = 0; i <= row.length; i++) {
    const value = i === 0 ? 1 : (row[i - 1] ?? 0);
    right[i] = (right[i] ?? 0) + (label - p) * value;
    const line = matrix[i];
    if (!line) continue;
    for (let j = 0; j <= i; j++)
      line[j] = (line[j] ?? 0) + curvature * value * (j === 0 ? 1 : (row[j - 1] ?? 0));
  }
}

/** Solves a symmetric positive system, of which the lower half is given, by Cholesky's method. */
function solve(lower: Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  const at = (i: number, j: number) => lower[i]?.[j] ?? 0;
  const out = Float64Array.from(right);
  for (let i = 0; i < size; i++) {
    const line = lower[i];
    for (let j = 0; j <= i && line; j++) {
      let sum = at(i, j);
      for (let k = 0; k < j; k++) sum -= at(i, k) * at(j, k);
      line[j] = i === j ? Math.sqrt(sum) : sum / at(j, j);
    }
  }
  for (let i = 0; i < size; i++) {
    let sum = out[i] ?? 0;
    for (let k = 0; k < i; k++) sum -= at(i, k) * (out[k] ?? 0);
    out[i] = sum / at(i, i);
  }
  for (let i = size - 1; i >= 0; i--) {
    let sum = out[i] ?? 0;
    for (let k = i + 1; k < size; k++) sum -= at(k, i) * (out[k] ?? 0);
    out[i] = sum / at(i, i);
  }
  return out;
}
