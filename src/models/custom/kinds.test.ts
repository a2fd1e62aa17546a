import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KINDS, vectorReader } from './kinds.js';

const { dense, sparse, late } = KINDS;

describe('a dense vector', () => {
  it('is copied as 32-bit floats from any array of numbers', () => {
    const given = [0.1, -2, 0];
    const expected = { value: Float32Array.of(0.1, -2, 0) };
    for (const value of [given, Float32Array.from(given), Float64Array.from(given)])
      expect(dense.read(value, 3)).toEqual(expected);
  });

  it('of a buffer that is filled again keeps its numbers', () => {
    const buffer = Float32Array.of(1, 2);
    const read = dense.read(buffer, undefined);
    buffer.fill(9);
    expect(read).toEqual({ value: Float32Array.of(1, 2) });
  });

  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [1, '1'],
    ['AAAA', 'the text "AAAA"'],
    [[], 'an empty array'],
    [{ 0: 1, length: 1 }, 'an object with 0, length'],
    [new DataView(new ArrayBuffer(4)), 'a DataView'],
  ])('is not %s', (value, misshapen) => {
    expect(dense.read(value, undefined)).toEqual({ misshapen });
  });

  it('of another size is misshapen', () => {
    expect(dense.read([1, 2], 3)).toEqual({ misshapen: '2 numbers where others have 3' });
  });

  it.each([
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
    [1e39, '1e+39'],
    [null, 'null'],
    ['1', 'the text "1"'],
    [undefined, 'undefined'],
    [1n, '1'],
    [[1], 'an array of 1 (first: 1)'],
  ])('with %s in it fails, and the place is told', (value, name) => {
    expect(dense.read([0, value, 0], 3)).toEqual({
      failed: `number 2 of 3 is ${name}, not a finite 32-bit float`,
    });
  });
});

describe('a dense vector of 32-bit floats', () => {
  it('is a copy, or fails at the number that is not finite', () => {
    const given = Float32Array.of(1, -0, 3e38);
    expect(dense.read(given, 3)).toEqual({ value: given });
    expect((dense.read(given, 3) as { value: Float32Array }).value).not.toBe(given);
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      expect(dense.read(Float32Array.of(0, bad, 0), 3)).toEqual({
        failed: `number 2 of 3 is ${bad}, not a finite 32-bit float`,
      });
  });
});

describe('a sparse vector', () => {
  it('comes out in ascending order without zeros, a number too small for a 32-bit float included', () => {
    expect(sparse.read({ indices: [7, 2, 5, 0], weights: [0.5, 1, 0, 1e-60] }, undefined)).toEqual({
      value: { indices: Int32Array.of(2, 7), weights: Float32Array.of(1, 0.5) },
    });
    expect(sparse.read({ indices: [], weights: [] }, undefined)).toMatchObject({
      value: { indices: new Int32Array(0) },
    });
  });

  it.each([
    [null, 'null'],
    [[1, 2], 'an array of 2 (first: 1)'],
    [{ indices: [1], weights: [1, 2] }, '1 indices with 2 weights'],
    [{ indices: [1, 1], weights: [1, 2] }, 'index 1 twice'],
    [{ indices: [-1], weights: [1] }, 'index -1, not a whole number from 0 to 2147483647'],
    [{ indices: ['1'], weights: [1] }, 'index the text "1", not a whole number from 0 to 2147483647'],
    [{ indices: [2 ** 31], weights: [1] }, 'index 2147483648, not a whole number from 0 to 2147483647'],
  ])('is not %j', (value, misshapen) => {
    expect(sparse.read(value, undefined)).toEqual({ misshapen });
  });

  it('stays inside a declared vocabulary and has finite weights', () => {
    expect(sparse.read({ indices: [9], weights: [1] }, 9)).toMatchObject({
      misshapen: expect.stringContaining('0 to 8'),
    });
    expect(sparse.read({ indices: [8], weights: [Number.NaN] }, 9)).toMatchObject({
      failed: expect.stringContaining('NaN'),
    });
  });

  it('means the same in any order', () => {
    const rows = fc.uniqueArray(fc.tuple(fc.nat(1000), fc.float({ noNaN: true, noDefaultInfinity: true })), {
      selector: ([index]) => index,
    });
    fc.assert(
      fc.property(rows, (pairs) => {
        const given = (list: typeof pairs) => ({
          indices: list.map(([index]) => index),
          weights: list.map(([, weight]) => weight),
        });
        expect(sparse.read(given(pairs.toReversed()), undefined)).toEqual(
          sparse.read(given(pairs), undefined),
        );
      }),
    );
  });
});

describe('token vectors', () => {
  it('are laid out row by row', () => {
    expect(late.read([[1, 2], Float32Array.of(3, 4)], undefined)).toEqual({
      value: { tokens: 2, dimensions: 2, data: Float32Array.of(1, 2, 3, 4) },
    });
  });

  it.each([
    [[], 'an empty array'],
    [[1, 2], 'an array of 2 (first: 1)'],
    [[[1], []], 'an array of 2 (first: an array of 1 (first: 1))'],
    [[[1], undefined], 'an array of 2 (first: an array of 1 (first: 1))'],
    [[[1, 2], [3]], 'token 2: 1 numbers where others have 2'],
  ])('are not %j', (value, misshapen) => {
    expect(late.read(value, undefined)).toEqual({ misshapen });
  });

  it('with a number that is not finite fail, and the place is told', () => {
    expect(
      late.read(
        [
          [1, 2],
          [3, Number.NaN],
        ],
        2,
      ),
    ).toMatchObject({ failed: expect.stringContaining('token 2: number 2 of 2 is NaN') });
  });
});

describe('the vectors of a model', () => {
  it('all have the size of the first good one, if none is declared', () => {
    const { read, dimensions } = vectorReader('dense', undefined);
    expect(dimensions()).toBeUndefined();
    expect(read([Number.NaN])).toHaveProperty('failed');
    expect(read([1, 2])).toHaveProperty('value');
    expect(dimensions()).toBe(2);
    expect(read([1])).toEqual({ misshapen: '1 numbers where others have 2' });
  });

  it('have the declared size from the first on', () => {
    expect(vectorReader('late', 3).read([[1, 2]])).toHaveProperty('misshapen');
  });
});
