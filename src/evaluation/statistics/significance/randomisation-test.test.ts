import fc from 'fast-check';
import { expect, it } from 'vitest';
import { random } from '../../../core/index.js';
import { randomisationTest } from './randomisation-test.js';

/** p as its definition says: the signs of a draw are the bits of the generator's numbers, 32 in each, added one by one. */
const plainChance = (differences: readonly number[], draws: number, seed: number): number => {
  const moved = differences.filter((difference) => difference !== 0);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const far = Math.abs(sum(moved)) - sum(moved.map(Math.abs)) * 1e-12;
  const next = random(seed);
  let reached = 0;
  for (let draw = 0; draw < draws; draw++) {
    const words = Array.from({ length: Math.ceil(moved.length / 32) }, () => (next() * 2 ** 32) >>> 0);
    const signed = moved.map((value, i) => ((words[i >> 5]! >>> (i & 31)) & 1 ? -value : value));
    if (Math.abs(sum(signed)) >= far) reached++;
  }
  return (reached + 1) / (draws + 1);
};

it('counts the draws that its definition counts, ties by rounding included', () => {
  const tied = fc.integer({ min: -4, max: 4 }).map((tenths) => tenths / 10);
  const any = fc.double({ min: -1, max: 1, noNaN: true });
  const differences = fc.oneof(
    fc.array(tied, { minLength: 20, maxLength: 140 }),
    fc.array(any, { minLength: 10, maxLength: 140 }),
  );
  fc.assert(
    fc.property(differences, fc.integer({ min: 1, max: 600 }), fc.integer(), (values, draws, seed) => {
      const found = randomisationTest(values, { draws, seed });
      fc.pre(!found.exact);
      expect(found.p).toBe(plainChance(values, draws, seed));
    }),
  );
});
