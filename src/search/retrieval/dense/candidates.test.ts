import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidatesOf } from './candidates.js';
import { highestCandidates } from './highest-candidates.js';
import { onnxMatrixWork } from './onnx-matrix-backend.js';
import { inMemory } from './vector-rows.js';

const DIMENSIONS = 4;
const work = (await onnxMatrixWork(2))!;

const matrixOf = (values: readonly number[]) => ({
  rows: values.length / DIMENSIONS,
  dimensions: DIMENSIONS,
  data: Float32Array.from(values),
});
const rows = (value: fc.Arbitrary<number>, minLength: number, maxLength: number) =>
  fc
    .array(fc.array(value, { minLength: DIMENSIONS, maxLength: DIMENSIONS }), {
      minLength,
      maxLength,
      size: 'max',
    })
    .map((list) => matrixOf(list.flat()));

describe('candidates of the highest of each block', () => {
  const few = fc.constantFrom(-1, 0, 0.5);
  const any = fc.float({ min: -1, max: 1, noNaN: true });

  it('are those of a look at every product, also where many tie', async () => {
    let [proved, open] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(rows(few, 1, 300), rows(any, 1, 300)),
        rows(any, 1, 3),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(0, 0.01, 0.5),
        fc.boolean(),
        async (documents, queries, k, margin, scaled) => {
          const vectors = inMemory(documents);
          const scales = scaled ? new Float32Array(documents.rows).map((_, row) => 1 + row / 7) : undefined;
          const settings = Array.from({ length: queries.rows }, () => ({ k, margin, most: 100 }));
          const scanned = await candidatesOf(
            queries,
            { vectors: { ...vectors, held: false }, scales, work },
            settings,
          );
          expect(await candidatesOf(queries, { vectors, scales, work }, settings)).toEqual(scanned);
          for (const found of await highestCandidates(queries, { vectors, scales, work }, settings))
            if (found) proved++;
            else open++;
        },
      ),
    );
    // Both ways were taken.
    expect(Math.min(proved, open)).toBeGreaterThan(0);
  });
});
