import { expect, it } from 'vitest';
import { likeness } from './likeness.js';
import { denseBytes, lateBytes, sparseBytes } from './vector-bytes.js';

const said = (...vectors: readonly (readonly number[])[]) => {
  const alike = likeness(denseBytes);
  for (const vector of vectors) alike.add(Float32Array.from(vector));
  return alike.said();
};

it.each([
  ['nothing, where there are none', [], undefined],
  [
    'that all are zero',
    [
      [0, 0],
      [-0, 0],
    ],
    'all zero',
  ],
  [
    'that all are the same',
    [
      [1, 2],
      [1, 2],
      [1, 2],
    ],
    'all the same',
  ],
  ['nothing of one alone', [[1, 2]], undefined],
  [
    'nothing where the last one differs',
    [
      [1, 2],
      [1, 2],
      [1, 3],
    ],
    undefined,
  ],
  [
    'nothing where some are zero',
    [
      [0, 0],
      [1, 0],
    ],
    undefined,
  ],
])('says %s', (_, vectors, expected) => {
  expect(said(...vectors)).toBe(expected);
});

it('knows an empty sparse vector and zeros for every token', () => {
  const sparse = likeness(sparseBytes);
  sparse.add({ indices: new Int32Array(), weights: new Float32Array() });
  expect(sparse.said()).toBe('all zero');
  const late = likeness(lateBytes);
  late.add({ tokens: 2, dimensions: 2, data: new Float32Array(4) });
  expect(late.said()).toBe('all zero');
});
