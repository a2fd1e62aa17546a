import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError, random } from '../../core/index.js';
import { chanceCompared, jaccard, nearDuplicateIndex, nearDuplicatesAcross, shingles } from './index.js';

const VOCABULARY = Array.from({ length: 400 }, (_, i) => `word${i.toString(36)}`);

const madeTexts = (count: number, length: number, seed: number): string[] => {
  const draw = random(seed);
  const word = () => VOCABULARY[Math.floor(draw() * VOCABULARY.length)]!;
  return Array.from({ length: count }, () => Array.from({ length }, word).join(' '));
};

const indexOf = (texts: Iterable<string>, options = {}) => {
  const index = nearDuplicateIndex(options);
  for (const text of texts) index.add(text);
  return index;
};

describe('nearDuplicateIndex', () => {
  it('pairs repeated words with the first row, whatever case, form and punctuation', () => {
    const index = indexOf([
      'Gout of the toe.',
      'Fever!',
      'GOUT, of the (toe)',
      '',
      '…',
      'ｆｅｖｅｒ',
      'gout of the toe',
    ]);
    expect(index.pairs()).toEqual([
      { first: 0, second: 2, jaccard: 1, sameWords: true },
      { first: 0, second: 6, jaccard: 1, sameWords: true },
      { first: 1, second: 5, jaccard: 1, sameWords: true },
    ]);
    expect(index.clusters()).toEqual([
      [0, 2, 6],
      [1, 5],
    ]);
    expect([index.size, index.firstRow(6), index.firstRow(3)]).toEqual([7, 0, 3]);
  });

  it('finds planted near-duplicates, with the exact Jaccard, and nothing else', () => {
    const texts = madeTexts(300, 60, 1);
    for (let i = 0; i < 100; i++) texts.push(texts[i]!.replace(/(?<=(?:\S+ ){20})\S+/, 'changed'));
    const found = indexOf(texts).pairs();
    expect(found.map(({ first, second }) => [first, second])).toEqual(
      Array.from({ length: 100 }, (_, i) => [i, 300 + i]),
    );
    for (const { first, second, jaccard: value, sameWords } of found) {
      expect(value).toBe(jaccard(shingles(texts[first]!), shingles(texts[second]!)));
      expect(sameWords).toBe(false);
    }
  });

  it('joins chains of near-duplicates to clusters', () => {
    const [base] = madeTexts(1, 60, 2) as [string];
    const words = base.split(' ');
    const step = (count: number) => words.map((word, i) => (i < count ? `x${i}` : word)).join(' ');
    const index = indexOf([step(0), 'something else', step(15), step(30)]);
    expect(index.pairs().map(({ first, second }) => [first, second])).toEqual([
      [0, 2],
      [2, 3],
    ]);
    expect(index.clusters()).toEqual([[0, 2, 3]]);
  });

  it('makes a chain, not all pairs, of thousands of equal texts', () => {
    const index = indexOf(Array.from({ length: 20_000 }, () => 'this post was closed as off topic'));
    expect(index.pairs()).toHaveLength(19_999);
    expect(index.limited).toBe(0);
  });

  it('compares a text with a bounded number of others, says so, and still joins them all', () => {
    const texts = Array.from(
      { length: 1000 },
      (_, i) => `this post was closed as off topic for this site number ${i}`,
    );
    const index = indexOf(texts, { mostCompared: 20 });
    expect(index.pairs().length).toBeLessThanOrEqual(20_000);
    expect(index.limited).toBeGreaterThan(900);
    expect(index.clusters()).toEqual([texts.map((_, row) => row)]);
  });

  it('compares with the texts that agree most, where there are more than it may compare', () => {
    const [base] = madeTexts(1, 60, 5) as [string];
    const words = base.split(' ');
    // A third of the text is the same in all of them.
    const partly = madeTexts(200, 40, 6).map((rest) => `${words.slice(0, 30).join(' ')} ${rest}`);
    const index = indexOf([...partly, `${base} and more`], { mostCompared: 3 });
    expect(index.find(base)).toMatchObject([{ row: 200, jaccard: 58 / 60 }]);
    expect(index.limited).toBe(1);
  });

  it('searches for a text that is not added, and across collections', async () => {
    const texts = madeTexts(50, 40, 3);
    const index = indexOf([...texts, texts[7]!]);
    const changed = `${texts[9]!} and more`;
    expect(index.find(texts[7]!)).toEqual([{ row: 7, jaccard: 1, sameWords: true }]);
    expect(index.find(changed)).toEqual([{ row: 9, jaccard: 38 / 40, sameWords: false }]);
    expect(index.find('')).toEqual([]);
    expect(index.size).toBe(51);
    const across = [];
    for await (const match of nearDuplicatesAcross(index, ['none of these', changed])) across.push(match);
    expect(across).toEqual([{ other: 1, row: 9, jaccard: 38 / 40, sameWords: false }]);
  });

  it('finds what is added after a search', () => {
    const [first, second] = madeTexts(2, 30, 4) as [string, string];
    const index = indexOf([first]);
    expect(index.pairs()).toEqual([]);
    index.add(second);
    index.add(`${first} more`);
    expect(index.pairs().map(({ first, second }) => [first, second])).toEqual([[0, 2]]);
  });

  it('keeps its promise of a chance at the threshold', () => {
    for (const threshold of [0.3, 0.5, 0.7, 0.9])
      expect(chanceCompared(threshold, nearDuplicateIndex({ threshold }))).toBeGreaterThanOrEqual(0.95);
    expect(nearDuplicateIndex()).toMatchObject({ bands: 42, rows: 3 });
  });

  it('refuses settings that mean nothing', () => {
    for (const options of [
      { threshold: 0 },
      { threshold: 1.1 },
      { words: 0 },
      { hashes: 1.5 },
      { mostCompared: 0 },
    ])
      expect(() => nearDuplicateIndex(options)).toThrow(InputError);
  });

  it('finds every text again, whatever its characters', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string());
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), fc.integer({ min: 1, max: 5 }), (texts, words) => {
        const index = indexOf(texts, { words });
        for (const { first, second, jaccard: value } of index.pairs()) {
          expect(first).toBeLessThan(second);
          expect(value).toBeGreaterThanOrEqual(0.5);
          expect(value).toBeLessThanOrEqual(1);
        }
        for (const text of texts) {
          const [best] = index.find(text);
          if (shingles(text).size > 0) expect(best).toMatchObject({ jaccard: 1, sameWords: true });
          else expect(best).toBeUndefined();
        }
      }),
    );
  });
});
