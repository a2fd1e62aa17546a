import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelOf } from './grades.js';

describe('the label of a candidate', () => {
  const rule = { high: 3, middle: 2, low: 1 };
  const label = (...judges: readonly (readonly [number, number])[]) =>
    labelOf(
      judges.map(([answerRelevance, reasoningSupport]) => ({ answerRelevance, reasoningSupport })),
      rule,
    );

  it('needs both criteria', () => {
    expect(label([4, 3], [3, 4])).toBe('relevant');
    expect(label([4, 0], [4, 0])).toBe('unjudged');
    expect(label([4, 4], [1, 4])).toBe('unjudged');
    expect(label([1, 1], [0, 1])).toBe('not-relevant');
    expect(label([0, 0], [0, 0], [3, 0])).toBe('unjudged');
    expect(label()).toBe('unjudged');
  });

  it('never falls when a grade rises', () => {
    const rank = { 'not-relevant': 0, unjudged: 1, relevant: 2 };
    const grade = fc.integer({ min: 0, max: 4 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(grade, grade), { minLength: 1, maxLength: 4 }),
        fc.nat(),
        (judges, at) => {
          const higher = judges.map(([a, b], i): [number, number] =>
            i === at % judges.length ? [Math.min(4, a + 1), b] : [a, b],
          );
          expect(rank[label(...higher)]).toBeGreaterThanOrEqual(rank[label(...judges)]);
        },
      ),
    );
  });
});
