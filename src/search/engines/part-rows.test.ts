import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowsOfPart } from './part-rows.js';

it('the parts of a corpus follow each other, and have each row once', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 50 }), (total, count) => {
      let next = 0;
      for (let index = 1; index <= count; index++) {
        const { from, to } = rowsOfPart(total, { index, count });
        expect(Math.min(from, total)).toBe(next);
        next = Math.max(next, to);
      }
      expect(next).toBe(total);
    }),
  );
});
