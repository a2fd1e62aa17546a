import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unitVector, vectorOf } from './vector.js';

it('a vector in base64 is the vector in numbers, to the bit', () => {
  const floats = fc.float32Array({ minLength: 1, noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(floats, (vector) => {
      const base64 = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
      expect(vectorOf(base64)).toEqual(vector);
      expect(vectorOf([...vector])).toEqual(vector);
    }),
  );
});

it.each(['AAAA', 'AAAAAA=AAA==', 'AAAA AAA=', 'AAAA*A==', '=', '=='])(
  'base64 that is cut off or spoilt is refused: %j',
  (written) => {
    expect(vectorOf('AAAAAA==')).toEqual(Float32Array.of(0));
    expect(() => vectorOf(written)).toThrow(/cut off|empty/);
  },
);

it('a unit vector has length 1, and zeros stay zeros', () => {
  expect([...unitVector(Float32Array.of(3, 4))]).toEqual([Math.fround(0.6), Math.fround(0.8)]);
  expect([...unitVector(Float32Array.of(0, 0))]).toEqual([0, 0]);
  // The sum of squares does not fit 32 bits.
  expect([...unitVector(Float32Array.of(1e30, 0))]).toEqual([1, 0]);
});
