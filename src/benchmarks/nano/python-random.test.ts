import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pythonRandom } from './python-random.js';

interface Draws {
  readonly seed: string;
  readonly below: readonly (readonly [limit: number, drawn: number])[];
  readonly tail: readonly number[];
  readonly chosen: readonly string[];
}

const golden = JSON.parse(
  readFileSync(new URL('../../../test/golden/python-random/draws.json', import.meta.url), 'utf8'),
) as readonly Draws[];

describe("Python's random.Random seeded with a string", () => {
  it(`draws the same numbers below every limit, from ${golden.length} seeds`, () => {
    for (const { seed, below } of golden) {
      const random = pythonRandom(seed);
      expect([seed, below.map(([limit]) => [limit, random.below(limit)])]).toEqual([seed, below]);
    }
  });

  it('draws the same when its state has been mixed anew, twice', () => {
    for (const { seed, tail } of golden) {
      const random = pythonRandom(seed);
      const drawn = Array.from({ length: 1500 }, () => random.below(7));
      expect(drawn.slice(-tail.length)).toEqual(tail);
    }
  });

  it('chooses the same of lists of every length', () => {
    for (const { seed, chosen } of golden)
      chosen.forEach((item, i) => {
        const items = Array.from({ length: i + 1 }, (_, number) => `d${number}`);
        expect(pythonRandom(seed).choice(items)).toBe(item);
      });
  });

  it.each([0, -1, 1.5, 2 ** 32, Number.NaN])('draws nothing below %s', (limit) => {
    expect(() => pythonRandom('a').below(limit)).toThrow(RangeError);
  });

  it('chooses nothing of an empty list', () => {
    expect(() => pythonRandom('a').choice([])).toThrow(RangeError);
  });
});
