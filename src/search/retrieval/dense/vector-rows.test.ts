import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { random } from '../../../core/index.js';
import type { Similarity } from './exact-scores.js';
import { exactSearch } from './exact-search.js';
import { type Matrix, normsOf, rowsFrom, stacked } from './matrix.js';
import type { MatrixBackend } from './matrix-backend.js';
import { onnxMatrixWork } from './onnx-matrix-backend.js';
import { kernelMatrixWork } from './open-matrix-backend.js';
import { parseVariant } from './variant.js';
import { variantSearch } from './variant-search.js';
import { inMemory, onDisk, type VectorRows } from './vector-rows.js';

/** Blocks of 64 rows, and what was read. */
const streamed = (matrix: Matrix, blockRows = 64) => {
  const { rows, dimensions } = matrix;
  let read = 0;
  const vectors = onDisk(
    {
      rows,
      dimensions,
      read: async (wanted, into) => {
        read += wanted.length;
        for (const [place, row] of wanted.entries())
          into.set(rowsFrom(matrix, row, row + 1).data, place * dimensions);
      },
    },
    blockRows,
  );
  return { vectors, read: () => read };
};

const vectorsOf = (seed: number, rows: number, dimensions: number): readonly Float32Array[] => {
  const roll = random(seed);
  const some = Array.from({ length: rows }, () =>
    Float32Array.from({ length: dimensions }, () => roll() - 0.4),
  );
  // Vectors of zeros, and equal ones far apart.
  for (let row = 0; row < rows; row++) {
    if (roll() < 0.05) some[row]!.fill(0);
    if (roll() < 0.1) some[row] = some[Math.floor(roll() * rows)]!;
  }
  return some;
};

let works: readonly MatrixBackend[] = [];
beforeAll(async () => {
  works = [kernelMatrixWork(), (await onnxMatrixWork(1))!];
});

describe('vectors on disk', () => {
  it('give the ranking and the scores that they give in memory', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 1e6 }),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 100 }),
        fc.constantFrom<Similarity>('cosine', 'dot'),
        async (seed, rows, dimensions, k, similarity) => {
          const matrix = stacked(vectorsOf(seed, rows, dimensions), dimensions);
          const norms = normsOf(matrix);
          const queries = vectorsOf(seed + 1, 3, dimensions);
          for (const work of works) {
            const search = (vectors: VectorRows) =>
              exactSearch({ vectors, norms }, similarity, work)(queries, k);
            expect(await search(streamed(matrix).vectors)).toEqual(await search(inMemory(matrix)));
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('give the same bits deep in the list, in blocks smaller than it', async () => {
    const matrix = stacked(vectorsOf(5, 5001, 150), 150);
    const norms = normsOf(matrix);
    const queries = vectorsOf(6, 9, 150);
    for (const work of works)
      for (const asked of [queries, queries.slice(0, 1)]) {
        const search = (vectors: VectorRows) => exactSearch({ vectors, norms }, 'cosine', work)(asked, 2500);
        expect(await search(streamed(matrix, 700).vectors)).toEqual(await search(inMemory(matrix)));
      }
  });

  it.each(['int8', 'binary', 'rescore:int8', 'rescore:binary'])(
    'give the ranking of %s that they give in memory, and are read for rescored rows alone',
    async (variant) => {
      const matrix = stacked(vectorsOf(7, 900, 33), 33);
      const norms = normsOf(matrix);
      const setting = { similarity: 'cosine', variant: parseVariant(variant), rescored: 20 } as const;
      const { vectors, read } = streamed(matrix);
      const { search } = await variantSearch({ vectors, norms }, setting, async () => works[0]!);
      const before = read();
      const found = await search(vectorsOf(8, 4, 33), 10);
      expect(read() - before).toBeLessThan(variant.startsWith('rescore') ? 200 : 1);
      const held = await variantSearch({ vectors: inMemory(matrix), norms }, setting, async () => works[0]!);
      expect(found).toEqual(await held.search(vectorsOf(8, 4, 33), 10));
    },
  );

  it('that cannot be read make a search fail', async () => {
    const vectors = onDisk(
      {
        rows: 300,
        dimensions: 4,
        read: async (wanted) => {
          if (wanted.includes(299)) throw new Error('disk on fire');
        },
      },
      64,
    );
    const search = exactSearch({ vectors, norms: new Float64Array(300).fill(1) }, 'dot', works[0]!);
    await expect(search([Float32Array.of(1, 2, 3, 4)], 5)).rejects.toThrow('disk on fire');
    // And the next one is not kept waiting.
    await expect(search([Float32Array.of(1, 2, 3, 4)], 5)).rejects.toThrow('disk on fire');
  });

  it('answer searches at once as they answer them in turn', async () => {
    const matrix = stacked(vectorsOf(9, 400, 12), 12);
    const search = exactSearch(
      { vectors: streamed(matrix).vectors, norms: normsOf(matrix) },
      'cosine',
      works[1]!,
    );
    const queries = vectorsOf(10, 6, 12);
    const atOnce = await Promise.all(queries.map((query) => search([query], 15)));
    expect(atOnce.flat()).toEqual(await search(queries, 15));
  });
});
