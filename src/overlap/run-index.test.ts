import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runIndex, wordHashes, words } from './index.js';

/** Texts of few words, so that runs repeat. */
const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 9 }).map((all) => all.join(' '));

const runsOf = (text: string, size: number): string[] => {
  const all = words(text);
  return Array.from({ length: Math.max(0, all.length - size + 1) }, (_, from) =>
    all.slice(from, from + size).join(' '),
  );
};

const indexOf = (texts: readonly string[], options = { words: 4, fewestWords: 2 }) => {
  const index = runIndex(options);
  for (const each of texts) index.add(wordHashes(each));
  return index;
};

describe('runIndex', () => {
  it('gives the share of runs that occur in other texts, and the text with most of them', () => {
    const index = indexOf(['one two three four five six seven']);
    index.mark(wordHashes('zero. One two, three four!'), 0);
    index.mark(wordHashes('x two three four five six'), 1);
    expect(index.marked(0)).toEqual({ share: 3 / 4, other: 1 });
    index.clear();
    expect(index.marked(0)).toBeUndefined();
  });

  it('finds a text shorter than a run inside a longer one, but none of too few words', () => {
    const index = runIndex({ words: 13, fewestWords: 3 });
    expect(['pain in the toe', 'two words', ''].map((each) => index.add(wordHashes(each)))).toEqual([
      true,
      false,
      false,
    ]);
    index.mark(wordHashes('He has pain in the toe, in two words.'), 7);
    expect([0, 1, 2].map(index.marked)).toEqual([{ share: 1, other: 7 }, undefined, undefined]);
  });

  it('counts what sets of strings count', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), fc.array(text, { maxLength: 5 }), (here, there) => {
        const index = indexOf(here);
        for (const [i, each] of there.entries()) index.mark(wordHashes(each), i);
        here.forEach((each, i) => {
          const size = Math.min(4, words(each).length);
          const runs = size < 2 ? [] : runsOf(each, size);
          const elsewhere = new Set(there.flatMap((other) => runsOf(other, size)));
          const shared = runs.filter((run) => elsewhere.has(run)).length;
          expect(index.marked(i)?.share ?? 0).toBe(shared / Math.max(1, runs.length));
        });
      }),
    );
  });

  it('tells many runs apart while its table grows', () => {
    const many = Array.from({ length: 3000 }, (_, i) => `alpha${i} beta gamma${i} delta`);
    const index = indexOf(many);
    for (let i = 0; i < many.length; i += 2) index.mark(wordHashes(many[i]!), i);
    expect(many.map((_, i) => index.marked(i)?.other)).toEqual(
      many.map((_, i) => (i % 2 === 0 ? i : undefined)),
    );
  });
});
