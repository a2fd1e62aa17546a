import { describe, expect, it } from 'vitest';
import { random } from '../../../core/index.js';
import { symmetricEigen } from './symmetric-eigen.js';
import { type SparseRows, truncatedSvd } from './truncated-svd.js';

const sparse = (dense: readonly (readonly number[])[]): SparseRows => {
  const starts = [0];
  const indices: number[] = [];
  const values: number[] = [];
  for (const row of dense) {
    row.forEach((value, column) => {
      if (value !== 0) {
        indices.push(column);
        values.push(value);
      }
    });
    starts.push(indices.length);
  }
  return {
    rows: dense.length,
    columns: dense[0]!.length,
    starts: Int32Array.from(starts),
    indices: Int32Array.from(indices),
    values: Float32Array.from(values),
  };
};

const randomMatrix = (rows: number, columns: number, seed: number): number[][] => {
  const uniform = random(seed);
  return Array.from({ length: rows }, () =>
    Array.from({ length: columns }, () => (uniform() < 0.3 ? Math.fround(uniform()) : 0)),
  );
};

const columnsAreOrthonormal = (data: Float64Array, rows: number, rank: number): void => {
  for (let p = 0; p < rank; p++)
    for (let q = 0; q < rank; q++) {
      let dot = 0;
      for (let i = 0; i < rows; i++) dot += data[i * rank + p]! * data[i * rank + q]!;
      expect(dot).toBeCloseTo(p === q ? 1 : 0, 9);
    }
};

describe('truncatedSvd', () => {
  it('of full rank gives the matrix back', () => {
    const matrix = randomMatrix(30, 20, 7);
    const { rank, singular, left, right } = truncatedSvd(sparse(matrix), 20);
    expect(rank).toBe(20);
    matrix.forEach((row, i) => {
      row.forEach((value, j) => {
        let sum = 0;
        for (let k = 0; k < rank; k++) sum += left[i * rank + k]! * singular[k]! * right[j * rank + k]!;
        expect(sum).toBeCloseTo(value, 9);
      });
    });
  });

  it('gives orthonormal vectors on both sides and descending values', () => {
    const { rank, singular, left, right } = truncatedSvd(sparse(randomMatrix(60, 45, 3)), 12);
    columnsAreOrthonormal(left, 60, rank);
    columnsAreOrthonormal(right, 45, rank);
    expect([...singular]).toEqual([...singular].sort((a, b) => b - a));
  });

  it('finds the strongest value of a larger matrix to seven digits, the next to two', () => {
    const matrix = randomMatrix(80, 70, 11);
    const gram = new Float64Array(70 * 70);
    for (const row of matrix)
      for (let p = 0; p < 70; p++) for (let q = 0; q < 70; q++) gram[p * 70 + q]! += row[p]! * row[q]!;
    const exact = [...symmetricEigen(gram, 70).values].map(Math.sqrt);
    const found = truncatedSvd(sparse(matrix), 3).singular;
    expect(found[0]! / exact[0]!).toBeCloseTo(1, 7);
    expect(found[1]! / exact[1]!).toBeCloseTo(1, 2);
  });

  it('keeps no more directions than the matrix has', () => {
    const row = [1, 2, 0, 3];
    const { rank, singular } = truncatedSvd(sparse([row, row, row.map((value) => 2 * value)]), 3);
    expect(rank).toBe(1);
    expect(singular[0]).toBeCloseTo(Math.sqrt(6 * 14), 9);
  });

  it('of nothing is nothing', () => {
    expect(
      truncatedSvd(
        sparse([
          [0, 0],
          [0, 0],
        ]),
        2,
      ).rank,
    ).toBe(0);
  });

  it('is the same for the same seed', () => {
    const matrix = sparse(randomMatrix(25, 40, 5));
    expect(truncatedSvd(matrix, 6)).toEqual(truncatedSvd(matrix, 6));
  });
});
