import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quantisedLength } from '../../retrieval/index.js';
import { LENGTHS, lengthCode } from './length-code.js';

it('the code of a length is a byte, and stands for the length as Lucene rounds it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.nat(300), fc.nat(2 ** 31 - 1)), (length) => {
      expect(lengthCode(length)).toBeLessThan(256);
      expect(LENGTHS[lengthCode(length)]).toBe(quantisedLength(length));
    }),
  );
  expect(new Set(LENGTHS).size).toBe(256);
});
