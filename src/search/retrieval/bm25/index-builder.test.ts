import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWords } from '../../../../test/support/count-words.js';
import { byCodePoint, docId } from '../../../core/index.js';
import { indexBuilder } from './index-builder.js';
import { placeOfRow, type TermIndex } from './term-index.js';

type Texts = readonly (readonly string[])[];

/** Builds an index from texts cut into batches, each counted by some thread. */
const build = (batches: readonly { thread: number; texts: Texts }[]): TermIndex => {
  const pool = new Map<number, ReturnType<typeof countWords>>();
  const builder = indexBuilder();
  let row = 0;
  for (const { thread, texts } of batches) {
    if (!pool.has(thread)) pool.set(thread, countWords());
    const ids = texts.map(() => docId(`d${row++}`));
    builder.add(thread, ids, pool.get(thread)!(texts.map((words) => words.join(' '))));
  }
  return builder.finish();
};

/** The same by the plainest means: maps, in gensim's order. */
const counted = (texts: Texts) => {
  const termIds = new Map<string, number>();
  const postings: [row: number, frequency: number][][] = [];
  texts.forEach((words, row) => {
    const frequencies = new Map<string, number>();
    for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
    for (const word of [...frequencies.keys()].sort(byCodePoint))
      if (!termIds.has(word)) {
        termIds.set(word, termIds.size);
        postings.push([]);
      }
    for (const [word, frequency] of frequencies) postings[termIds.get(word)!]!.push([row, frequency]);
  });
  return { termIds: [...termIds], postings };
};

const wordsOf = ({ terms }: TermIndex): readonly string[] =>
  Array.from({ length: terms.size }, (_, term) => terms.at(term));

const plain = (index: TermIndex) => ({
  termIds: wordsOf(index).map((word) => [word, index.terms.numberOf(word)]),
  postings: wordsOf(index).map((_, term) => {
    const { rows, frequencies } = index.postings(term);
    return Array.from(rows, (row, i) => [row, frequencies[i]!]);
  }),
});

const word = fc.constantFrom('a', 'b', 'fever', 'gout', 'z', 'é', '𐐷', '\uffee', '__proto__', 'constructor');
const batch = fc.record({
  thread: fc.integer({ min: 0, max: 2 }),
  texts: fc.array(fc.array(word, { maxLength: 8 }), { maxLength: 4 }),
});

describe('indexBuilder', () => {
  it('counts the same however the corpus is cut into batches and whichever thread counts them', () => {
    fc.assert(
      fc.property(fc.array(batch, { maxLength: 6 }), (batches) => {
        expect(plain(build(batches))).toEqual(counted(batches.flatMap(({ texts }) => texts)));
      }),
    );
  });

  it('numbers the new words of a row by code point, not by UTF-16 unit', () => {
    const index = build([
      {
        thread: 0,
        texts: [
          ['𐐷', '\uffee', 'b', 'a'],
          ['z', 'c'],
        ],
      },
    ]);
    expect(wordsOf(index)).toEqual(['a', 'b', '\uffee', '𐐷', 'c', 'z']);
  });

  it('keeps ids and lengths by row, empty rows included', () => {
    const index = build([
      { thread: 1, texts: [['a', 'a'], []] },
      { thread: 0, texts: [['b']] },
    ]);
    expect([0, 1, 2].map((row) => index.ids.at(row))).toEqual(['d0', 'd1', 'd2']);
    expect([...index.lengths]).toEqual([2, 0, 1]);
  });

  it('makes frequencies as wide as the highest of them', () => {
    const times = (count: number): Texts => [Array.from({ length: count }, () => 'a'), ['a']];
    expect(build([{ thread: 0, texts: times(255) }]).allPostings().frequencies).toEqual(
      Uint8Array.of(255, 1),
    );
    expect(build([{ thread: 0, texts: times(256) }]).allPostings().frequencies).toEqual(
      Uint16Array.of(256, 1),
    );
    expect(build([{ thread: 0, texts: times(65_536) }]).allPostings().frequencies).toEqual(
      Uint32Array.of(65_536, 1),
    );
  });

  it('grows past its first allotments', () => {
    const words = Array.from({ length: 40_000 }, (_, i) => `w${i}`);
    const index = build([
      { thread: 0, texts: [words, words.toReversed()] },
      { thread: 1, texts: [words] },
    ]);
    expect(index.terms.size).toBe(40_000);
    expect(index.allPostings().rows.length).toBe(120_000);
    expect([...index.allPostings().rows.subarray(0, 3)]).toEqual([0, 1, 2]);
  });

  it('an empty corpus makes an empty index', () => {
    const index = build([]);
    expect([index.ids.length, index.terms.size, index.allPostings().rows.length]).toEqual([0, 0, 0]);
    expect([...index.starts]).toEqual([0]);
  });
});

describe('placeOfRow', () => {
  it('finds a row among the postings of a term, or none', () => {
    const rows = Uint32Array.of(0, 2, 4);
    expect([0, 1, 2, 3, 4, 5].map((row) => placeOfRow(rows, row))).toEqual([0, -1, 1, -1, 2, -1]);
    expect(placeOfRow(new Uint32Array(0), 0)).toBe(-1);
  });
});
