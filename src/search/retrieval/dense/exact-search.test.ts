import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { random } from '../../../core/index.js';
import type { Similarity } from './exact-scores.js';
import { exactSearch } from './exact-search.js';
import { type Matrix, normsOf, stacked } from './matrix.js';
import type { MatrixBackend } from './matrix-backend.js';
import { onnxMatrixWork } from './onnx-matrix-backend.js';
import { kernelMatrixWork } from './open-matrix-backend.js';
import { inMemory } from './vector-rows.js';

const measured = (matrix: Matrix) => ({ vectors: inMemory(matrix), norms: normsOf(matrix) });

/** Every score in doubles, rounded to a 32-bit float; the best k and all that tie with the last, by row. */
const bruteForce = (matrix: Matrix, query: Float32Array, similarity: Similarity, k: number) => {
  const norm = (of: Float32Array) => Math.max(Math.sqrt(of.reduce((sum, x) => sum + x * x, 0)), 1e-12);
  const scores = Array.from({ length: matrix.rows }, (_, row) => {
    const vector = matrix.data.subarray(row * matrix.dimensions, (row + 1) * matrix.dimensions);
    const dot = vector.reduce((sum, x, i) => sum + x * query[i]!, 0);
    return Math.fround(similarity === 'dot' ? dot : dot / (norm(vector) * norm(query)));
  });
  const last = [...scores].sort((a, b) => b - a)[Math.min(k, scores.length) - 1]!;
  return new Map([...scores.entries()].filter(([, score]) => score >= last));
};

const found = async (
  matrix: Matrix,
  query: Float32Array,
  similarity: Similarity,
  k: number,
  work: MatrixBackend,
) => {
  const [answer] = await exactSearch(measured(matrix), similarity, work)([query], k);
  const pairs = Array.from(answer!.rows, (row, i) => [row, answer!.scores[i]!] as const);
  return new Map(pairs.sort(([a], [b]) => a - b));
};

/** A sum in another order may round to the neighbouring 32-bit float, once in millions. */
const sameButForLastBit = (ours: Map<number, number>, theirs: Map<number, number>) => {
  expect([...ours.keys()]).toEqual([...theirs.keys()]);
  for (const [row, score] of ours) expect(Math.abs(score - theirs.get(row)!)).toBeLessThanOrEqual(1.2e-7);
};

const backEnds: { current: MatrixBackend | undefined; name: string }[] = [
  { name: 'onnxruntime', current: undefined },
  { name: 'webassembly', current: kernelMatrixWork() },
];
beforeAll(async () => {
  backEnds[0]!.current = await onnxMatrixWork(1);
});

describe.each(backEnds)('exact search by $name', (backEnd) => {
  const work = () => backEnd.current!;
  const gaussian = (roll: () => number) =>
    Math.sqrt(-2 * Math.log(1 - roll())) * Math.cos(6.2831853 * roll());

  it.each(['cosine', 'dot'] as const)('by %s finds what brute force in doubles finds', async (similarity) => {
    const roll = random(7);
    for (const [rows, dimensions] of [
      [1, 1],
      [9, 3],
      [300, 33],
      [9000, 48],
    ] as const) {
      const vectors = Array.from({ length: rows }, () =>
        Float32Array.from({ length: dimensions }, () => gaussian(roll)),
      );
      const matrix = stacked(vectors, dimensions);
      const query = Float32Array.from({ length: dimensions }, () => gaussian(roll));
      for (const k of [1, 10, 100])
        sameButForLastBit(
          await found(matrix, query, similarity, k, work()),
          bruteForce(matrix, query, similarity, k),
        );
    }
  });

  it('finds it among vectors that differ by less than 32-bit sums can tell', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 1e6 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom<Similarity>('cosine', 'dot'),
        async (seed, k, similarity) => {
          const roll = random(seed);
          const base = Float32Array.from({ length: 64 }, () => gaussian(roll));
          const vectors = Array.from({ length: 60 }, () => {
            const close = base.slice();
            const at = Math.floor(roll() * 64);
            close[at] = close[at]! * (1 + Math.floor(roll() * 3) * 2 ** -22);
            return close;
          });
          const query = Float32Array.from({ length: 64 }, () => gaussian(roll));
          const matrix = stacked(vectors, 64);
          sameButForLastBit(
            await found(matrix, query, similarity, k, work()),
            bruteForce(matrix, query, similarity, k),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('ties equal vectors exactly, wherever they stand', async () => {
    const roll = random(3);
    const rows = 20_000;
    const same = new Set([0, 1, 5000, 8191, 8192, 16_383, 19_999]);
    const one = Float32Array.from({ length: 20 }, () => gaussian(roll));
    const vectors = Array.from({ length: rows }, (_, row) =>
      same.has(row) ? one : Float32Array.from({ length: 20 }, () => gaussian(roll)),
    );
    const answer = await found(stacked(vectors, 20), one, 'cosine', 1, work());
    expect([...answer.keys()]).toEqual([...same]);
    expect(new Set(answer.values())).toEqual(new Set([1]));
  });

  it('gives a query the same answer alone as among others', async () => {
    const roll = random(5);
    const make = (count: number) =>
      Array.from({ length: count }, () => Float32Array.from({ length: 24 }, () => gaussian(roll)));
    const search = exactSearch(measured(stacked(make(700), 24)), 'cosine', work());
    const queries = make(200);
    const together = await search(queries, 10);
    for (const place of [0, 1, 127, 128, 199])
      expect(await search([queries[place]!], 10)).toEqual([together[place]]);
  });

  it('finds it deep in the list, where order is settled only in case of doubt', async () => {
    const roll = random(13);
    const make = (count: number) =>
      Array.from({ length: count }, () => Float32Array.from({ length: 300 }, () => gaussian(roll)));
    const vectors = make(4000);
    for (let row = 0; row < 400; row++) vectors[row * 7 + 1] = vectors[row * 7]!.slice();
    const matrix = stacked(vectors, 300);
    for (const query of make(4)) {
      const ours = await found(matrix, query, 'cosine', 1500, work());
      const theirs = bruteForce(matrix, query, 'cosine', 1500);
      sameButForLastBit(ours, theirs);
      const order = (of: Map<number, number>) =>
        [...of].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([row]) => row);
      expect(order(ours)).toEqual(order(theirs));
      for (let row = 0; row < 400; row++) expect(ours.get(row * 7)).toBe(ours.get(row * 7 + 1));
    }
  });

  it('looks at more rows when more tie at the cut than it looked at', async () => {
    const roll = random(17);
    const one = Float32Array.from({ length: 12 }, () => gaussian(roll));
    const vectors = Array.from({ length: 900 }, (_, row) =>
      row % 2 === 0 ? one : Float32Array.from({ length: 12 }, () => gaussian(roll)),
    );
    const answer = await found(stacked(vectors, 12), one, 'dot', 3, work());
    const best = bruteForce(stacked(vectors, 12), one, 'dot', 3);
    expect([...answer.keys()]).toEqual([...best.keys()]);
  });

  it('gives a vector of zeros cosine 0', async () => {
    const matrix = stacked([Float32Array.of(0, 0), Float32Array.of(1, 1)], 2);
    const search = exactSearch(measured(matrix), 'cosine', work());
    const [one, zero] = await search([Float32Array.of(3, 3), Float32Array.of(0, 0)], 2);
    expect([...one!.scores].sort()).toEqual([0, 1]);
    expect([...zero!.scores]).toEqual([0, 0]);
  });

  it('finds nothing in no rows', async () => {
    const empty = { rows: 0, dimensions: 3, data: new Float32Array() };
    const [answer] = await exactSearch(measured(empty), 'dot', work())([Float32Array.of(1, 2, 3)], 5);
    expect(answer!.rows).toHaveLength(0);
  });

  it('scores vectors of any length without loss', async () => {
    const long = stacked([Float32Array.of(1e18, 0), Float32Array.of(1e-11, 1e-11)], 2);
    const answer = await found(long, Float32Array.of(1e18, 1e18), 'cosine', 2, work());
    expect([...answer.values()]).toEqual([Math.fround(Math.SQRT1_2), expect.closeTo(1, 6)]);
  });
});

describe('the two ways to work', () => {
  it('lead to the same rows with the same score bits', async () => {
    const roll = random(11);
    const make = (count: number) =>
      Array.from({ length: count }, () => Float32Array.from({ length: 100 }, () => roll() - 0.3));
    const matrix = stacked(make(3000), 100);
    const queries = make(7);
    const [onnx, kernel] = await Promise.all(
      [(await onnxMatrixWork(2))!, kernelMatrixWork()].map((work) =>
        exactSearch(measured(matrix), 'cosine', work)(queries, 50),
      ),
    );
    expect(onnx).toEqual(kernel);
  });
});
