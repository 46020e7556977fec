import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invertDefinite } from './dense-symmetric.ts';
import { createSkylineMatrix } from './skyline-cholesky.ts';

describe('the skyline Cholesky factorisation', () => {
  it('solves a banded system', () => {
    const n = 50;
    const matrix = createSkylineMatrix(
      Int32Array.from({ length: n }, (_, row) => Math.max(0, row - 3)),
    );
    const dense = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      for (let j = Math.max(0, i - 3); j <= i; j++) {
        const value = i === j ? 5 + i : Math.sin(i * 7 + j);
        matrix.add(i, j, value);
        dense[i * n + j] = dense[j * n + i] = value;
      }
    }
    matrix.factor();
    const wanted = Float64Array.from({ length: n }, (_, i) => Math.cos(i));
    const rightSide = Float64Array.from(wanted, (_, i) =>
      wanted.reduce((sum, value, j) => sum + value * (dense[i * n + j] ?? 0), 0),
    );
    matrix.solve(rightSide);
    for (let i = 0; i < n; i++) expect(rightSide[i]).toBeCloseTo(wanted[i] ?? 0, 9);
  });

  it('rejects entries outside its skyline and matrices that are not definite', () => {
    const matrix = createSkylineMatrix(Int32Array.of(0, 1, 1));
    expect(() => matrix.add(2, 0, 1)).toThrow(RangeError);
    expect(() => matrix.factor()).toThrow(/positive definite/);
  });
});

describe('invertDefinite', () => {
  it('returns the inverse of a matrix', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 36, maxLength: 36 }),
        (entries) => {
          const n = 6;
          const matrix = new Float64Array(n * n);
          for (let i = 0; i < n; i++)
            for (let j = 0; j < n; j++) {
              for (let k = 0; k < n; k++)
                matrix[i * n + j] =
                  (matrix[i * n + j] ?? 0) + (entries[i * n + k] ?? 0) * (entries[j * n + k] ?? 0);
              if (i === j) matrix[i * n + j] = (matrix[i * n + j] ?? 0) + 1;
            }
          const inverse = invertDefinite(matrix, n);
          for (let i = 0; i < n; i++)
            for (let j = 0; j < n; j++) {
              let sum = 0;
              for (let k = 0; k < n; k++)
                sum += (matrix[i * n + k] ?? 0) * (inverse[k * n + j] ?? 0);
              expect(sum).toBeCloseTo(i === j ? 1 : 0, 8);
            }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('rejects a matrix that is not definite', () => {
    expect(() => invertDefinite(Float64Array.of(1, 2, 2, 1), 2)).toThrow(/positive definite/);
  });
});
