/**
 * Cholesky factor of a sparse symmetric positive definite matrix, each row kept from its first
 * entry to the diagonal (skyline storage). Fill-in stays inside the skyline, so a good numbering of
 * unknowns is all the sparsity it needs.
 */
export interface SkylineMatrix {
  /** Add to entry (row, column); the mirrored entry is meant too, give each pair once. */
  add(row: number, column: number, value: number): void;
  /** Factor in place; after that only `solve` may be called. Throws when not positive definite. */
  factor(): void;
  /** Overwrites `rightSide` with the solution. */
  solve(rightSide: Float64Array): void;
}

/** @param firstColumn first column with an entry, for each row (at most the row itself) */
export function createSkylineMatrix(firstColumn: Int32Array): SkylineMatrix {
  const size = firstColumn.length;
  const start = new Int32Array(size + 1);
  for (let row = 0; row < size; row++)
    start[row + 1] = (start[row] ?? 0) + row - (firstColumn[row] ?? 0) + 1;
  const values = new Float64Array(start[size] ?? 0);
  /** Where column 0 of a row would lie. */
  const base = (row: number) => (start[row] ?? 0) - (firstColumn[row] ?? 0);

  const factorRow = (row: number) => {
    const rowBase = base(row);
    const first = firstColumn[row] ?? 0;
    for (let column = first; column < row; column++) {
      const columnBase = base(column);
      let sum = values[rowBase + column] ?? 0;
      for (let k = Math.max(first, firstColumn[column] ?? 0); k < column; k++) {
        sum -= (values[rowBase + k] ?? 0) * (values[columnBase + k] ?? 0);
      }
      values[rowBase + column] = sum / (values[columnBase + column] ?? 0);
    }
    let diagonal = values[rowBase + row] ?? 0;
    for (let k = first; k < row; k++) diagonal -= (values[rowBase + k] ?? 0) ** 2;
    if (!(diagonal > 0)) throw new Error(`matrix is not positive definite at row ${row}`);
    values[rowBase + row] = Math.sqrt(diagonal);
  };

  return {
    add(row, column, value) {
      const [low, high] = row < column ? [row, column] : [column, row];
      if (low < (firstColumn[high] ?? 0))
        throw new RangeError(`entry ${high},${low} lies outside the skyline`);
      const at = base(high) + low;
      values[at] = (values[at] ?? 0) + value;
    },
    factor() {
      for (let row = 0; row < size; row++) factorRow(row);
    },
    solve(rightSide) {
      for (let row = 0; row < size; row++) {
        const rowBase = base(row);
        let sum = rightSide[row] ?? 0;
        for (let k = firstColumn[row] ?? 0; k < row; k++)
          sum -= (values[rowBase + k] ?? 0) * (rightSide[k] ?? 0);
        rightSide[row] = sum / (values[rowBase + row] ?? 0);
      }
      for (let row = size - 1; row >= 0; row--) {
        const rowBase = base(row);
        const x = (rightSide[row] ?? 0) / (values[rowBase + row] ?? 0);
        rightSide[row] = x;
        for (let k = firstColumn[row] ?? 0; k < row; k++)
          rightSide[k] = (rightSide[k] ?? 0) - (values[rowBase + k] ?? 0) * x;
      }
    },
  };
}
