import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byRank, docId } from '../../core/index.js';
import { preserveOrder } from './rrf.js';

const hit = (id: string, score: number) => ({ docId: docId(id), score });

describe('a list kept in its order', () => {
  it('keeps scores that fall by themselves, and ties whose ids fall', () => {
    const hits = [hit('b', 2), hit('a', 2), hit('c', 1)];
    expect(preserveOrder(hits)).toEqual(hits);
  });

  it.each([
    [1, 1 - 2 ** -24],
    [-1, -1 - 2 ** -23],
    [0, -(2 ** -149)],
    [2 ** -149, 0],
    [0.1, 0.1],
  ])('goes from %s to the float below', (score) => {
    const [, second] = preserveOrder([hit('a', score), hit('b', score)]);
    const between = (Math.fround(score) + second!.score) / 2;
    expect(second!.score).toBeLessThan(Math.fround(score));
    expect([Math.fround(score), second!.score]).toContain(Math.fround(between));
  });

  it('is in `byRank` order whatever the scores were', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { maxLength: 30 }),
        fc.array(fc.float({ noNaN: true, min: -1000, max: 1000 }), { minLength: 30, maxLength: 30 }),
        (ids, scores) => {
          const kept = preserveOrder(ids.map((id, i) => hit(id, scores[i]!)));
          expect(kept.map((each) => each.docId)).toEqual(ids);
          expect([...kept].sort(byRank)).toEqual(kept);
        },
      ),
    );
  });
});
