import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantisedLength } from './lucene.js';

const lengths = fc.integer({ min: 0, max: 2 ** 31 - 1 });

describe('quantisedLength', () => {
  it('is exact up to 40', () => {
    for (let length = 0; length <= 40; length++) expect(quantisedLength(length)).toBe(length);
  });

  it('keeps four bits of what is above 24', () => {
    expect(quantisedLength(41)).toBe(40);
    expect(quantisedLength(42)).toBe(42);
    expect(quantisedLength(24 + 0b1011_0111)).toBe(24 + 0b1011_0000);
    expect(quantisedLength(2684)).toBe(24 + 0b1010_0000_0000);
    expect(quantisedLength(2 ** 31 - 1)).toBe(24 + 0b1111 * 2 ** 27);
  });

  it('never grows a length, keeps order, and changes nothing the second time', () => {
    fc.assert(
      fc.property(lengths, lengths, (a, b) => {
        expect(quantisedLength(a)).toBeLessThanOrEqual(a);
        expect(quantisedLength(quantisedLength(a))).toBe(quantisedLength(a));
        if (a <= b) expect(quantisedLength(a)).toBeLessThanOrEqual(quantisedLength(b));
      }),
    );
  });

  it('knows no more than 256 lengths', () => {
    const known = new Set<number>();
    for (let power = 0; power < 31; power++)
      for (let step = 0; step < 64; step++)
        known.add(quantisedLength(2 ** power + Math.floor((2 ** power * step) / 64)));
    expect(known.size).toBeLessThanOrEqual(256);
  });
});
