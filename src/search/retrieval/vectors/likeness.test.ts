import { expect, it } from 'vitest';
import { likeness } from './likeness.js';
import { denseBytes, lateBytes, sparseBytes } from './vector-bytes.js';

const said = (...vectors: readonly (readonly number[])[]) => {
  const alike = likeness(denseBytes);
  for (const [i, vector] of vectors.entries()) alike.add(Float32Array.from(vector), () => `t${i}`);
  return alike.facts('them');
};

it.each([
  ['nothing, where there are none', [], {}],
  [
    'that all are zero',
    [
      [0, 0],
      [-0, 0],
    ],
    { them: 'all zero' },
  ],
  [
    'that all are the same',
    [
      [1, 2],
      [1, 2],
      [1, 2],
    ],
    { them: 'all the same', themAlike: ['t0', 't1'] },
  ],
  ['nothing of one alone', [[1, 2]], {}],
  [
    'nothing where the last one differs',
    [
      [1, 2],
      [1, 2],
      [1, 3],
    ],
    {},
  ],
  [
    'nothing where some are zero',
    [
      [0, 0],
      [1, 0],
    ],
    {},
  ],
])('says %s', (_, vectors, expected) => {
  expect(said(...vectors)).toEqual(expected);
});

it('knows an empty sparse vector and zeros for every token', () => {
  const sparse = likeness(sparseBytes);
  sparse.add({ indices: new Int32Array(), weights: new Float32Array() }, () => 'a');
  expect(sparse.facts('x')).toEqual({ x: 'all zero' });
  const late = likeness(lateBytes);
  late.add({ tokens: 2, dimensions: 2, data: new Float32Array(4) }, () => 'a');
  expect(late.facts('x')).toEqual({ x: 'all zero' });
});

it.each([
  [20, 9, { them: 'only 9 different ones for 20 texts', themAlike: ['t0', 't9'] }],
  [20, 10, {}],
  [19, 9, {}],
  [5000, 3, { them: 'only 3 different ones for 200 texts', themAlike: ['t0', 't3'] }],
])('of %i texts with %i different vectors: %o', (texts, different, expected) => {
  expect(said(...Array.from({ length: texts }, (_, i) => [1, i % different]))).toEqual(expected);
});
