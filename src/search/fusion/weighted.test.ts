import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byRank, docId, InputError, type Ranking, ranking } from '../../core/index.js';
import { type Normalisation, normalisations } from './normalise.js';
import { combMnz, combSum, weighted } from './weighted.js';

const hits = (scores: Readonly<Record<string, number>>): Ranking =>
  ranking(Object.entries(scores).map(([id, score]) => ({ docId: docId(id), score })));
const scoresOf = (found: Ranking) => Object.fromEntries(found.map(({ docId, score }) => [docId, score]));
const ids = (found: Ranking) => found.map((hit) => hit.docId);

const BM25 = hits({ a: 30, b: 20, c: 10 });
const BGE = hits({ b: 0.75, d: 0.5 });
const NORMALISATIONS = Object.keys(normalisations) as Normalisation[];

/** Scores as retrievers give them: no ranking spans so many sizes that two of them meet in 32 bits. */
const score = fc.integer({ min: -5000, max: 5000 }).map((whole) => whole / 8);
const someRanking = fc
  .uniqueArray(fc.tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }), score), {
    selector: ([id]) => id,
    maxLength: 12,
  })
  .map((pairs) => ranking(pairs.map(([id, value]) => ({ docId: docId(id), score: value }))));
const someRankings = fc.array(someRanking, { minLength: 1, maxLength: 5 });

describe('a weighted sum', () => {
  it.each(['min-max', 'z', 'none'] as const)(
    'of %s refuses a score that is no finite number',
    (normalise) => {
      for (const score of [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e300])
        expect(() => weighted({ normalise }).fuse([BM25, hits({ a: score, b: 1 })])).toThrow(
          `the score ${score} of document "a"`,
        );
    },
  );

  it('of min-max scores: highest 1, lowest 0, missing 0', () => {
    expect(scoresOf(weighted({ weights: [1, 2] }).fuse([BM25, BGE]))).toEqual({ a: 1, b: 2.5, c: 0, d: 0 });
  });

  it('of z-scores: a missing document gets the ranking’s lowest', () => {
    const z = Math.sqrt(1.5);
    const found = scoresOf(weighted({ normalise: 'z' }).fuse([BM25, BGE]));
    expect(found.a).toBeCloseTo(z - 1, 15);
    expect(found.b).toBeCloseTo(0 + 1, 15);
    expect(found.c).toBeCloseTo(-z - 1, 15);
    expect(found.d).toBeCloseTo(-z - 1, 15);
  });

  it('of ranks: 1 for the first of n, 1/n for the last, missing 0', () => {
    expect(scoresOf(weighted({ normalise: 'rank' }).fuse([BM25, BGE]))).toEqual({
      a: 1,
      b: 2 / 3 + 1,
      c: 1 / 3,
      d: 0.5,
    });
  });

  it('of scores as they are: a missing document gets the ranking’s lowest', () => {
    expect(scoresOf(weighted({ normalise: 'none' }).fuse([BM25, BGE]))).toEqual({
      a: 30.5,
      b: 20.75,
      c: 10.5,
      d: 10.5,
    });
  });

  it.each([
    ['min-max', 1],
    ['z', 0],
    ['rank', 1],
    ['none', 7],
  ] as const)('takes a single hit by %s for %d', (normalise, expected) => {
    expect(scoresOf(weighted({ normalise }).fuse([hits({ a: 7 }), []]))).toEqual({ a: expected });
  });

  it('with all its weight on one ranking is that ranking, with what else there is behind', () => {
    expect(ids(weighted({ weights: [0, 1], normalise: 'rank' }).fuse([BM25, BGE]))).toEqual([
      'b',
      'd',
      'c',
      'a',
    ]);
  });

  it('of nothing is nothing', () => {
    for (const normalise of NORMALISATIONS) expect(weighted({ normalise }).fuse([[], []])).toEqual([]);
  });

  it('is named with what is not as usual, and described with everything', () => {
    expect(weighted()).toMatchObject({ name: 'weighted', settings: {}, spec: { normalise: 'min-max' } });
    expect(weighted({ weights: [0.3, 0.7], normalise: 'z' })).toMatchObject({
      settings: { weights: '0.3+0.7', normalise: 'z' },
      spec: { fusion: 'weighted', weights: [0.3, 0.7], normalise: 'z' },
      sources: 2,
    });
  });

  it.each([[[]], [[0, 0]], [[-1, 2]], [[Number.NaN, 1]], [[Infinity, 1]]])(
    'refuses the weights %j',
    (weights) => {
      expect(() => weighted({ weights })).toThrow(InputError);
    },
  );

  it('refuses more rankings than it has weights, and a scale it does not know', () => {
    expect(() => weighted({ weights: [1, 2] }).fuse([BM25])).toThrow('2 weights for 1 rankings');
    expect(() => weighted({ normalise: 'minmax' as 'z' })).toThrow('did you mean "min-max"?');
  });
});

describe.each([
  ...NORMALISATIONS.map((normalise) => [`weighted by ${normalise}`, weighted({ normalise })] as const),
  ['combsum', combSum()] as const,
  ['combmnz', combMnz()] as const,
])('%s', (_, fusion) => {
  it('of a ranking with itself is its order', () => {
    fc.assert(
      fc.property(someRanking, fc.integer({ min: 1, max: 4 }), (own, times) => {
        expect(ids(fusion.fuse(new Array<Ranking>(times).fill(own)))).toEqual(ids(own));
      }),
    );
  });

  it('does not care in which order the rankings come, to the last bit', () => {
    fc.assert(
      fc.property(someRankings, (lists) => {
        expect(fusion.fuse([...lists].reverse())).toEqual(fusion.fuse(lists));
      }),
    );
  });

  it('holds every document once, finite, best first, and its head is the same when it is cut', () => {
    fc.assert(
      fc.property(someRankings, fc.nat(10), (lists, topK) => {
        const all = fusion.fuse(lists);
        expect([...ids(all)].sort()).toEqual([...new Set(lists.flatMap(ids))].sort());
        expect(all).toEqual([...all].sort(byRank));
        expect(all.every((hit) => Number.isFinite(hit.score))).toBe(true);
        expect(fusion.fuse(lists, topK)).toEqual(all.slice(0, topK));
      }),
    );
  });
});

it('any weights may go with any rankings, as long as they stay together', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(someRanking, fc.integer({ min: 1, max: 9 })), { minLength: 1 }),
      (pairs) => {
        const fused = (all: typeof pairs) =>
          weighted({ weights: all.map(([, weight]) => weight) }).fuse(all.map(([list]) => list));
        expect(fused([...pairs].reverse())).toEqual(fused(pairs));
      },
    ),
  );
});

it('CombMNZ multiplies by the number of rankings that hold the document', () => {
  expect(scoresOf(combMnz().fuse([BM25, BGE]))).toEqual({ a: 1, b: 3, c: 0, d: 0 });
  expect(scoresOf(combSum().fuse([BM25, BGE]))).toEqual({ a: 1, b: 1.5, c: 0, d: 0 });
});
