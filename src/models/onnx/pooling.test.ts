import { describe, expect, it } from 'vitest';
import { normalise, POOLS } from './pooling.js';

/** A batch of two texts of up to three tokens in two dimensions; the second text has two real tokens. */
const DATA = Float32Array.from([1, 10, 2, 20, 6, 60, 4, 40, 8, 80, Number.NaN, Number.NaN]);
const first = { data: DATA, dimensions: 2, first: 0, length: 3, leftOut: 0 };
const second = { data: DATA, dimensions: 2, first: 3, length: 2, leftOut: 0 };

describe('POOLS', () => {
  it.each([
    ['cls', [1, 10], [4, 40]],
    ['mean', [3, 30], [6, 60]],
    ['last', [6, 60], [8, 80]],
    ['last-masked', [6, 60], [8, 80]],
    ['weighted-mean', [23 / 6, 230 / 6], [20 / 3, 200 / 3]],
  ] as const)('%s takes real tokens only', (name, one, two) => {
    expect([...POOLS[name](first)]).toEqual([...Float32Array.from(one)]);
    expect([...POOLS[name](second)]).toEqual([...Float32Array.from(two)]);
  });

  it('tokens left out do not count in means, and keep their weight from the others', () => {
    expect([...POOLS.mean({ ...first, leftOut: 1 })]).toEqual([4, 40]);
    expect(POOLS['weighted-mean']({ ...first, leftOut: 1 })[0]).toBeCloseTo((2 * 2 + 3 * 6) / 5, 6);
  });

  it('a text all of whose tokens are left out gives zeros', () => {
    expect([...POOLS.mean({ ...first, leftOut: 9 })]).toEqual([0, 0]);
  });
});

describe('normalise', () => {
  it('makes a vector as long as 1', () => {
    expect([...normalise(Float32Array.of(3, 4))]).toEqual([...Float32Array.of(0.6, 0.8)]);
  });

  it('leaves a zero vector zero', () => {
    expect([...normalise(Float32Array.of(0, 0))]).toEqual([0, 0]);
  });
});
