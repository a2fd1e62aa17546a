import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codeSearch, int8Coding } from './code-search.js';
import { onnxMatrixWork } from './onnx-matrix-backend.js';
import { inMemory } from './vector-rows.js';

const numbers = (length: number) =>
  fc.array(fc.double({ min: -4, max: 4, noNaN: true }), { minLength: length, maxLength: length });

const sizes = fc.record({
  rows: fc.integer({ min: 1, max: 90 }),
  dimensions: fc.integer({ min: 1, max: 70 }),
  queries: fc.integer({ min: 1, max: 9 }),
});

it('int8 codes have the same scores multiplied by onnxruntime as compared one by one, for any vectors', async () => {
  const work = (await onnxMatrixWork(2))!;
  const cases = sizes.chain(({ rows, dimensions, queries }) =>
    fc.tuple(fc.constant(dimensions), numbers(rows * dimensions), numbers(queries * dimensions)),
  );
  await fc.assert(
    fc.asyncProperty(cases, fc.integer({ min: 1, max: 100 }), async ([dimensions, documents, asked], k) => {
      // No vector is all zeros: such a one has no direction, and is left out before.
      const data = Float32Array.from(documents, (value) => value || 0.5);
      const vectors = inMemory({ rows: data.length / dimensions, dimensions, data });
      const coding = await int8Coding(vectors);
      const points = Array.from({ length: asked.length / dimensions }, (_, i) =>
        Float32Array.from(asked.slice(i * dimensions, (i + 1) * dimensions), (value) => value || 0.5),
      );
      const compared = await (await codeSearch(vectors, coding))(points, k);
      const multiplied = await codeSearch(vectors, coding, work);
      expect(await multiplied(points, k)).toEqual(compared);
      // A second time: codes are made ready once.
      expect(await multiplied(points.slice(0, 1), k)).toEqual(compared.slice(0, 1));
    }),
    { numRuns: 60 },
  );
});
