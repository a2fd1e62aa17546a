import fc from 'fast-check';
import { expect, it } from 'vitest';
import { belowAll } from './rerank-method.js';

it('stays below every score, falls, and is still apart in 32 bits', () => {
  fc.assert(
    fc.property(
      fc.array(fc.float({ noNaN: true, min: -(2 ** 100), max: 2 ** 100 })),
      fc.integer({ min: 0, max: 1000 }),
      (scores, count) => {
        const tail = belowAll(scores, count).map(Math.fround);
        expect(tail).toHaveLength(count);
        const all = [...(scores.length > 0 ? [Math.fround(Math.min(...scores))] : []), ...tail];
        for (let i = 1; i < all.length; i++) expect(all[i]!).toBeLessThan(all[i - 1]!);
      },
    ),
  );
});

it('takes steps of 1 below ordinary scores', () => {
  expect(belowAll([0.5, 2], 2)).toEqual([-0.5, -1.5]);
  expect(belowAll([], 1)).toEqual([-1]);
});
