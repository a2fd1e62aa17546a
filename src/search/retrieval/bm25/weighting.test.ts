import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWords } from '../../../../test/support/count-words.js';
import { docId } from '../../../core/index.js';
import { indexBuilder } from './index-builder.js';
import { WEIGHTINGS } from './presets.js';
import { type TermIndex, termIn } from './term-index.js';
import { queryTermFrequency, statisticsOf } from './weighting.js';

const indexOf = (texts: readonly string[]): TermIndex => {
  const builder = indexBuilder();
  const count = countWords();
  builder.add(
    0,
    texts.map((_, row) => docId(`d${row}`)),
    count(texts),
  );
  return builder.finish();
};

const TEXTS = ['fever gout fever', 'gout', '', 'fever scurvy tremor scurvy'];
const INDEX = indexOf(TEXTS);
const term = (word: string): number => INDEX.terms.numberOf(word);
const { fround, log } = Math;

describe('statisticsOf', () => {
  it('counts empty documents apart', () => {
    const statistics = statisticsOf(INDEX, undefined);
    expect(statistics).toMatchObject({ documents: 4, nonEmptyDocuments: 3, tokens: 8 });
    expect(statistics.documentFrequencies[term('fever')]).toBe(2);
  });

  it('leaves out rows that do not count', () => {
    const statistics = statisticsOf(INDEX, Uint32Array.of(1, 3));
    expect(statistics).toMatchObject({ documents: 2, nonEmptyDocuments: 2, tokens: 5 });
    expect(['fever', 'gout', 'tremor'].map((word) => statistics.documentFrequencies[term(word)])).toEqual([
      1, 1, 1,
    ]);
  });
});

describe('timesSaid', () => {
  it('counts terms in the order in which they are first said', () => {
    expect([...queryTermFrequency([7, 3, 7, 9])]).toEqual([
      [7, 2],
      [3, 1],
      [9, 1],
    ]);
  });
});

describe('one term, by the formula', () => {
  const statistics = statisticsOf(INDEX, undefined);
  const weighing = { k1: 0.9, b: 0.4 };

  it('gensim weighs documents and queries alike', () => {
    const idf = log(4 + 1) - log(2 + 0.5);
    const inDocument = fround(idf * (2 / (2 + 0.9 * (1 - 0.4 + (0.4 * 3) / 2))));
    const inQuery = fround(idf * (1 / (1 + 0.9 * (1 - 0.4 + (0.4 * 1) / 2))));
    const scores = WEIGHTINGS['gensim-both-sides'](INDEX, statistics, weighing).score([term('fever')]);
    expect(scores[0]).toBe(fround(inDocument * inQuery));
    expect([scores[1], scores[2]]).toEqual([0, 0]);
  });

  it('gensim saturates what a query repeats; Lucene and bm25s do not', () => {
    const growth = (name: keyof typeof WEIGHTINGS): number => {
      const { score } = WEIGHTINGS[name](INDEX, statistics, weighing);
      const once = score([term('tremor')])[3]!;
      return score([term('tremor'), term('tremor')])[3]! / once;
    };
    expect(growth('gensim-both-sides')).toBeLessThan(1.5);
    expect(growth('lucene')).toBeCloseTo(2, 6);
    expect(growth('bm25s-lucene')).toBeCloseTo(2, 6);
  });

  it('Lucene leaves empty documents out of N and of the average length', () => {
    const idf = log(1 + (3 - 2 + 0.5) / (2 + 0.5));
    const expected = idf - idf / (1 + 2 / (0.9 * (1 - 0.4 + (0.4 * 3) / (8 / 3))));
    const { score } = WEIGHTINGS.lucene(INDEX, statistics, weighing);
    expect(score([term('fever')])[0]).toBeCloseTo(expected, 6);
  });

  it('bm25s lucene adds idf times the saturated frequency', () => {
    const idf = log(1 + (4 - 2 + 0.5) / (2 + 0.5));
    const expected = idf * (2 / (2 + 0.9 * (1 - 0.4 + (0.4 * 3) / 2)));
    const { score } = WEIGHTINGS['bm25s-lucene'](INDEX, statistics, weighing);
    expect(score([term('fever')])[0]).toBeCloseTo(expected, 6);
  });

  it('bm25s robertson gives nothing for a term in half the documents or more', () => {
    const { score } = WEIGHTINGS['bm25s-robertson'](INDEX, statistics, weighing);
    expect([...score([term('fever')])]).toEqual([0, 0, 0, 0]);
    expect(score([term('tremor')])[3]).toBeGreaterThan(0);
  });
});

describe.each(Object.keys(WEIGHTINGS) as (keyof typeof WEIGHTINGS)[])('%s', (name) => {
  const word = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
  const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(' '));
  const parameters = fc.record({ k1: fc.constantFrom(0, 0.9, 1.5, 10), b: fc.constantFrom(0, 0.4, 0.75, 1) });

  it('explains every score by parts that add up to its bits', () => {
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 8 }),
        text,
        parameters,
        (texts, query, setting) => {
          const index = indexOf(texts);
          const weighting = WEIGHTINGS[name](index, statisticsOf(index, undefined), setting);
          const said = query.split(' ').flatMap((token) => termIn(index, token) ?? []);
          const scores = weighting.score(said).slice();
          const summed = texts.map((_, row) =>
            weighting.sum(weighting.contributions(said, row).map(({ value }) => value)),
          );
          expect(summed).toEqual([...scores]);
          expect(scores.every((score) => Number.isFinite(score) && score >= 0)).toBe(true);
        },
      ),
    );
  });

  it('explains every score of terms with weights, and takes whole weights for counts', () => {
    const weights = fc.dictionary(word, fc.constantFrom(0.05, 0.3, 1, 2), { maxKeys: 6 });
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 8 }),
        weights,
        parameters,
        (texts, asked, setting) => {
          const index = indexOf(texts);
          const weighting = WEIGHTINGS[name](index, statisticsOf(index, undefined), setting);
          const known = Object.entries(asked).flatMap(([token, weight]): [number, number][] => {
            const found = termIn(index, token);
            return found === undefined ? [] : [[found, weight]];
          });
          const scores = [...weighting.score(new Map(known))];
          const summed = texts.map((_, row) =>
            weighting.sum(weighting.contributions(new Map(known), row).map(({ value }) => value)),
          );
          expect(summed).toEqual(scores);
          if (known.some(([, weight]) => !Number.isInteger(weight)) || name.startsWith('bm25s')) return;
          const said = known.flatMap(([found, times]) => Array<number>(times).fill(found));
          expect([...weighting.score(said)]).toEqual(scores);
        },
      ),
    );
  });

  it('scores nothing left over from the query before', () => {
    const { score } = WEIGHTINGS[name](INDEX, statisticsOf(INDEX, undefined), { k1: 1, b: 1 });
    const first = [...score([term('tremor')])];
    score([term('gout'), term('scurvy')]);
    expect([...score([term('tremor')])]).toEqual(first);
    expect([...score([])]).toEqual([0, 0, 0, 0]);
  });

  it('a corpus without a single token scores nothing and breaks nothing', () => {
    const index = indexOf(['', '']);
    expect([...WEIGHTINGS[name](index, statisticsOf(index, undefined), { k1: 1, b: 1 }).score([])]).toEqual([
      0, 0,
    ]);
  });
});
