import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byRank, docId } from '../../core/index.js';
import { inThisOrder } from './equal-scores.js';
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

it('keeps an order that an evaluator would change, by steps that 32 bits can hold, and no other score', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          docId: fc.string({ minLength: 1, maxLength: 3 }).map(docId),
          score: fc.oneof(
            fc.constantFrom(0, 0.5, -0.5, 1e-45),
            fc.float({ noNaN: true, min: -(2 ** 100), max: 2 ** 100 }),
          ),
        }),
        { maxLength: 30 },
      ),
      (hits) => {
        const falling = [...new Map(hits.map((hit) => [hit.docId, hit])).values()].sort(
          (a, b) => Math.fround(b.score) - Math.fround(a.score),
        );
        const placed = inThisOrder(falling);
        expect([...placed].sort(byRank)).toEqual(placed);
        expect(placed.map((hit) => hit.docId)).toEqual(falling.map((hit) => hit.docId));
        for (const [i, { score }] of placed.entries()) expect(score).toBeLessThanOrEqual(falling[i]!.score);
        if ([...falling].sort(byRank).every((hit, i) => hit === falling[i])) expect(placed).toEqual(falling);
      },
    ),
  );
});
