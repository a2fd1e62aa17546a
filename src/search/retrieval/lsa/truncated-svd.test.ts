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
  it('of full rank gives the matrix back', async () => {
    const matrix = randomMatrix(30, 20, 7);
    const { rank, singular, left, right } = await truncatedSvd(sparse(matrix), 20);
    expect(rank).toBe(20);
    matrix.forEach((row, i) => {
      row.forEach((value, j) => {
        let sum = 0;
        for (let k = 0; k < rank; k++) sum += left[i * rank + k]! * singular[k]! * right[j * rank + k]!;
        expect(sum).toBeCloseTo(value, 9);
      });
    });
  });

  it('gives orthonormal vectors on both sides and descending values', async () => {
    const { rank, singular, left, right } = await truncatedSvd(sparse(randomMatrix(60, 45, 3)), 12);
    columnsAreOrthonormal(left, 60, rank);
    columnsAreOrthonormal(right, 45, rank);
    expect([...singular]).toEqual([...singular].sort((a, b) => b - a));
  });

  it('finds the strongest value of a larger matrix to seven digits, the next to two', async () => {
    const matrix = randomMatrix(80, 70, 11);
    const gram = new Float64Array(70 * 70);
    for (const row of matrix)
      for (let p = 0; p < 70; p++) for (let q = 0; q < 70; q++) gram[p * 70 + q]! += row[p]! * row[q]!;
    const exact = [...symmetricEigen(gram, 70).values].map(Math.sqrt);
    const found = (await truncatedSvd(sparse(matrix), 3)).singular;
    expect(found[0]! / exact[0]!).toBeCloseTo(1, 7);
    expect(found[1]! / exact[1]!).toBeCloseTo(1, 2);
  });

  it('keeps no more directions than the matrix has', async () => {
    const row = [1, 2, 0, 3];
    const { rank, singular } = await truncatedSvd(sparse([row, row, row.map((value) => 2 * value)]), 3);
    expect(rank).toBe(1);
    expect(singular[0]).toBeCloseTo(Math.sqrt(6 * 14), 9);
  });

  it('of nothing is nothing', async () => {
    const nothing = sparse([
      [0, 0],
      [0, 0],
    ]);
    expect((await truncatedSvd(nothing, 2)).rank).toBe(0);
  });

  it('is the same for the same matrix', async () => {
    const matrix = sparse(randomMatrix(25, 40, 5));
    expect(await truncatedSvd(matrix, 6)).toEqual(await truncatedSvd(matrix, 6));
  });

  it('says before every step how much is done of all', async () => {
    const shares: number[] = [];
    await truncatedSvd(sparse(randomMatrix(25, 40, 5)), 6, async (done, total) => {
      shares.push(done / total);
    });
    expect(shares).toHaveLength(10);
    expect(shares[0]).toBe(0);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)!).toBeGreaterThan(0.7);
    expect(shares.at(-1)!).toBeLessThan(1);
  });
});
