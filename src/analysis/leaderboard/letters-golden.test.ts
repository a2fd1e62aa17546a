import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { setsOf } from './uncertain-ranks.js';

interface Case {
  /** On a line, or without any order. */
  readonly kind: 'line' | 'any';
  readonly pairs: readonly (readonly [a: number, b: number, p: number])[];
  readonly letters: readonly string[];
}

const golden = new URL('../../../test/golden/multcompview/letters.json', import.meta.url);
const cases = JSON.parse(readFileSync(golden, 'utf8')) as readonly Case[];

const ours = ({ pairs, letters: { length } }: Case): readonly (readonly number[])[] => {
  const parted = new Uint8Array(length * length);
  for (const [a, b, p] of pairs) parted[a * length + b] = parted[b * length + a] = p < 0.05 ? 1 : 0;
  return setsOf(length, parted);
};

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const members = (systems: readonly (readonly unknown[])[], letter: unknown): string =>
  systems.flatMap((own, i) => (own.includes(letter) ? [i] : [])).join();

describe("letters against R's multcompView", () => {
  it('are the same where systems are on a line, as means are', () => {
    const onLine = cases.filter(({ kind }) => kind === 'line');
    expect(onLine.length).toBeGreaterThan(50);
    for (const each of onLine)
      expect(ours(each).map((sets) => sets.map((set) => LETTERS[set]).join(''))).toEqual(each.letters);
  });

  it('are shared by the same pairs in any case, and every letter is one of its own', () => {
    for (const each of cases) {
      const theirs = each.letters.map((letters) => [...letters]);
      const sets = ours(each);
      for (const [a, b] of each.pairs)
        expect(sets[a]!.some((set) => sets[b]!.includes(set))).toBe(
          theirs[a]!.some((letter) => theirs[b]!.includes(letter)),
        );
      // It gives a letter to every largest set; ours are as many of them as are needed.
      const largest = new Set([...new Set(theirs.flat())].map((letter) => members(theirs, letter)));
      for (const set of new Set(sets.flat())) expect(largest).toContain(members(sets, set));
    }
  });
});
