/**
 * Inverse of a symmetric positive definite matrix (row-major, n × n), by Cholesky. Throws when it
 * is not definite.
 */
export function invertDefinite(matrix: Float64Array, n: number): Float64Array {
  const lower = choleskyFactor(matrix, n);
  const inverse = new Float64Array(n * n);
  const column = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    column.fill(0);
    column[j] = 1;
    solveWithFactor(lower, n, column);
    for (let i = 0; i < n; i++) inverse[i * n + j] = column[i] ?? 0;
  }
  return inverse;
}

function choleskyFactor(matrix: Float64Array, n: number): Float64Array {
  const lower = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * n + j] ?? 0;
      for (let k = 0; k < j; k++) sum -= (lower[i * n + k] ?? 0) * (lower[j * n + k] ?? 0);
      if (i !== j) lower[i * n + j] = sum / (lower[j * n + j] ?? 1);
      else if (sum > 0) lower[i * n + i] = Math.sqrt(sum);
      else throw new Error(`matrix is not positive definite at row ${i}`);
    }
  }
  return lower;
}

function solveWithFactor(lower: Float64Array, n: number, rightSide: Float64Array): void {
  for (let i = 0; i < n; i++) {
    let sum = rightSide[i] ?? 0;
    for (let k = 0; k < i; k++) sum -= (lower[i * n + k] ?? 0) * (rightSide[k] ?? 0);
    rightSide[i] = sum / (lower[i * n + i] ?? 1);
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = rightSide[i] ?? 0;
    for (let k = i + 1; k < n; k++) sum -= (lower[k * n + i] ?? 0) * (rightSide[k] ?? 0);
    rightSide[i] = sum / (lower[i * n + i] ?? 1);
  }
}
