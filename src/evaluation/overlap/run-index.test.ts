import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runIndex, wordHashes, words } from './index.js';

/** Texts of few words, so that runs repeat. */
const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 9 }).map((all) => all.join(' '));

const runsOf = (text: string, size: number): readonly string[] => {
  const all = words(text);
  return Array.from({ length: Math.max(0, all.length - size + 1) }, (_, from) =>
    all.slice(from, from + size).join(' '),
  );
};

const OPTIONS = { words: 4, fewestWords: 2, mostTexts: 3 };

const indexOf = (texts: readonly string[], options = OPTIONS) => {
  const { add, find } = runIndex(options);
  for (const each of texts) add(wordHashes(each));
  return {
    add,
    both: find,
    find: (hashes: Uint32Array) => find(hashes).map(({ text, share }) => ({ text, share })),
  };
};

describe('runIndex', () => {
  it('gives the share of runs that occur in a text', () => {
    const index = indexOf(['one two three four five six seven', 'nothing of the kind', 'one two three four']);
    expect(index.find(wordHashes('zero. One two, three four! One two three four'))).toEqual([
      { text: 0, share: 1 / 4 },
      { text: 2, share: 1 },
    ]);
    expect(index.find(wordHashes('x two three four five six'))).toEqual([{ text: 0, share: 2 / 4 }]);
    expect(index.find(wordHashes('one two three'))).toEqual([]);
  });

  it('finds a text shorter than a run inside a longer one, but none of too few words', () => {
    const index = indexOf(['pain in the toe', 'two words', ''], { words: 13, fewestWords: 3, mostTexts: 3 });
    expect(index.find(wordHashes('He has pain in the toe, in two words.'))).toEqual([{ text: 0, share: 1 }]);
  });

  it('gives the share of the runs there too, so that a text inside a longer one is found from both sides', () => {
    const index = indexOf(['one two three four five six seven eight nine ten', 'two three four']);
    expect(index.both(wordHashes('x four five six seven eight'))).toEqual([
      { text: 0, share: 2 / 7, shareThere: 2 / 3, runs: 2 },
    ]);
    // What another text repeats is one run, and a text of one short run holds nothing.
    expect(index.both(wordHashes('one two three four, one two three four'))).toEqual([
      { text: 0, share: 1 / 7, shareThere: 1 / 4, runs: 1 },
      { text: 1, share: 1, shareThere: 0, runs: 1 },
    ]);
  });

  it('leaves out stock phrases', () => {
    const texts = ['a', 'b', 'c', 'd'].map((end) => `the patient was well ${end}`);
    // "the patient was well" is in four texts.
    expect(indexOf(texts).find(wordHashes('the patient was well'))).toEqual([]);
    expect(indexOf(texts).find(wordHashes('so the patient was well c'))).toEqual([{ text: 2, share: 1 }]);
  });

  it('finds what is added after a search', () => {
    const index = indexOf(['a b c d']);
    expect(index.find(wordHashes('e f g h'))).toEqual([]);
    expect(index.add(wordHashes('e f g h'))).toBe(1);
    expect(index.find(wordHashes('e f g h'))).toEqual([{ text: 1, share: 1 }]);
  });

  it('counts what sets of strings count', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), text, (here, there) => {
        const sizes = here.map((each) => Math.min(4, words(each).length));
        const runs = here.map((each, i) => (words(each).length < 2 ? [] : runsOf(each, sizes[i]!)));
        const counted = runs.map((own, i) =>
          own.filter(
            (run) => runs.filter((other, j) => sizes[j] === sizes[i] && other.includes(run)).length <= 3,
          ),
        );
        const expected = counted.flatMap((own, i) => {
          const elsewhere = new Set(runsOf(there, sizes[i]!));
          const shared = own.filter((run) => elsewhere.has(run)).length;
          return shared === 0 ? [] : [{ text: i, share: shared / own.length }];
        });
        expect(indexOf(here).find(wordHashes(there))).toEqual(expected);
      }),
    );
  });

  it('tells many runs apart while its table grows', () => {
    const many = Array.from({ length: 3000 }, (_, i) => `alpha${i} beta gamma${i} delta`);
    const index = indexOf(many);
    for (let i = 0; i < many.length; i += 7)
      expect(index.find(wordHashes(many[i]!))).toEqual([{ text: i, share: 1 }]);
  });
});
