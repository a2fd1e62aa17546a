import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { QueryExplanation } from '../../experiment/record/index.js';
import { shownExplanation } from './shown-explanation.js';

const explanationOf = (values: readonly number[]) => {
  const parts = values.toSorted((a, b) => b - a).map((value, i) => ({ name: `term ${i}`, value }));
  const score = values.reduce((sum, value) => sum + value, 0);
  const hit = { docId: 'a', rank: 1, kind: 'terms', score, parts, gold: true, matches: [] };
  const system = { system: 'bm25', scores: { 'nDCG@10': 1 }, hits: [hit], gold: [], nearestMiss: null };
  return { systems: [system] } as unknown as QueryExplanation;
};

it('has parts that add up to the score, each as the page would show it, and less of everything', () => {
  const value = fc.double({ min: 0, max: 60, noNaN: true });
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 60 }), (values) => {
      const given = explanationOf(values);
      const [hit] = shownExplanation(given).systems[0]!.hits;
      const sum = hit!.parts.reduce((total, part) => total + part.value, 0);
      expect(Math.abs(sum - hit!.score)).toBeLessThan(1e-9 * 60 * 60);
      for (const [i, part] of hit!.parts.entries()) {
        const exact = given.systems[0]!.hits[0]!.parts[i]!.value;
        // The largest takes what rounding left over.
        if (i > 0) expect(Math.abs(part.value - exact)).toBeLessThan(exact >= 10 ? 6e-4 : 6e-5);
        else expect(Math.abs(part.value - exact)).toBeLessThan(values.length * 6e-4);
      }
      expect(JSON.stringify(hit)).not.toContain('matches');
    }),
  );
});

it('rounds a score so that the page shows the same', () => {
  const { hits } = shownExplanation(
    explanationOf([24.82803105376661, 3.3100106716156006, 0.5562022924423218]),
  ).systems[0]!;
  expect(hits[0]!.parts.map(({ value }) => value.toPrecision(4))).toEqual(['24.83', '3.310', '0.5562']);
});

it('leaves parts alone that are no sum to begin with', () => {
  const given = explanationOf([5, 1]);
  const [system] = given.systems;
  const other = { ...given, systems: [{ ...system!, hits: [{ ...system!.hits[0]!, score: 9 }] }] };
  expect(shownExplanation(other).systems[0]!.hits[0]!.parts.map(({ value }) => value)).toEqual([5, 1]);
});
