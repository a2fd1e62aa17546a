import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byRank, docId, InputError, type Ranking, ranking } from '../../core/index.js';
import { rrf } from './rrf.js';

/** A ranking of these documents in this order. */
const ranked = (...ids: string[]): Ranking =>
  ids.map((id, i) => ({ docId: docId(id), score: ids.length - i }));
const ids = (hits: Ranking) => hits.map((hit) => hit.docId);

const rankings = fc.array(
  fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }), { maxLength: 12 }),
  { maxLength: 6 },
);

describe('reciprocal rank fusion', () => {
  it('sums 1/(k + rank) over the rankings that hold a document, ranks from 1', () => {
    const hits = rrf().fuse([ranked('a', 'b', 'c'), ranked('c', 'a')]);
    expect(hits).toEqual([
      { docId: 'a', score: 1 / 62 + 1 / 61 },
      { docId: 'c', score: 1 / 63 + 1 / 61 },
      { docId: 'b', score: 1 / 62 },
    ]);
  });

  it('prefers one first rank to two third ranks when k is 0, and the other way round when it is 60', () => {
    const lists = [ranked('first', 'x', 'third'), ranked('z', 'y', 'third')];
    const orderOf = (k: number) =>
      ids(rrf({ k }).fuse(lists)).filter((id) => ['first', 'third'].includes(id));
    expect(orderOf(0)).toEqual(['first', 'third']);
    expect(orderOf(60)).toEqual(['third', 'first']);
  });

  it('puts documents with equal sums in descending order of their ids', () => {
    expect(ids(rrf().fuse([ranked('d10', 'd9'), ranked('d9', 'd10')]))).toEqual(['d9', 'd10']);
  });

  it('decides a tie at the cut by the same rule', () => {
    expect(ids(rrf().fuse([ranked('x', 'a'), ranked('x', 'b')], 2))).toEqual(['x', 'b']);
  });

  it('looks at ranks alone, never at scores', () => {
    const huge = ranked('a', 'b').map((hit) => ({ ...hit, score: hit.score * 1e30 }));
    expect(rrf().fuse([huge, ranked('b', 'c')])).toEqual(rrf().fuse([ranked('a', 'b'), ranked('b', 'c')]));
  });

  it('of nothing is nothing', () => {
    expect(rrf().fuse([])).toEqual([]);
    expect(rrf().fuse([[], []])).toEqual([]);
  });

  it('of a ranking with itself, however often, keeps its order', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 200 }),
        fc.integer({ min: 1, max: 5 }),
        (order, times) => {
          expect(ids(rrf().fuse(new Array<Ranking>(times).fill(ranked(...order))))).toEqual(order);
        },
      ),
    );
  });

  it('does not care in which order the rankings come, to the last bit', () => {
    fc.assert(
      fc.property(
        rankings.chain((lists) =>
          fc.tuple(fc.constant(lists), fc.shuffledSubarray(lists, { minLength: lists.length })),
        ),
        ([lists, shuffled]) => {
          const fuse = (all: readonly string[][]) => rrf().fuse(all.map((each) => ranked(...each)));
          expect(fuse(shuffled)).toEqual(fuse(lists));
        },
      ),
    );
  });

  it('holds every document once, best first, and its head is the same when it is cut', () => {
    fc.assert(
      fc.property(rankings, fc.nat(15), (lists, topK) => {
        const all = rrf().fuse(lists.map((each) => ranked(...each)));
        expect(new Set(ids(all))).toEqual(new Set(lists.flat()));
        expect(all).toHaveLength(new Set(lists.flat()).size);
        expect(all).toEqual([...all].sort(byRank));
        expect(
          rrf().fuse(
            lists.map((each) => ranked(...each)),
            topK,
          ),
        ).toEqual(all.slice(0, topK));
      }),
    );
  });

  it('a document that rises in one ranking does not fall in the fused one', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 10 }),
        rankings,
        fc.nat(),
        (order, others, pick) => {
          const at = 1 + (pick % (order.length - 1));
          const risen = [...order];
          [risen[at - 1], risen[at]] = [risen[at]!, risen[at - 1]!];
          const place = (first: readonly string[]) =>
            ids(rrf().fuse([first, ...others].map((each) => ranked(...each)))).indexOf(docId(order[at]!));
          expect(place(risen)).toBeLessThanOrEqual(place(order));
        },
      ),
    );
  });

  it('keeps neighbours apart as 32-bit scores far below any depth in use', () => {
    const deep = Array.from({ length: 100_000 }, (_, i) => `d${String(i).padStart(6, '0')}`);
    expect(ids(ranking(rrf().fuse([ranked(...deep)])))).toEqual(deep);
  });

  it('is described with its k, and says it when it is not the usual one', () => {
    expect(rrf()).toMatchObject({ name: 'rrf', settings: {}, spec: { fusion: 'rrf', k: 60 } });
    expect(rrf({ k: 100, ties: 'hakari' })).toMatchObject({
      settings: { k: '100', ties: 'hakari' },
      spec: { fusion: 'rrf', k: 100, ties: 'hakari' },
    });
  });

  it.each([-1, Number.NaN, Infinity])('refuses k = %s', (k) => {
    expect(() => rrf({ k })).toThrow(InputError);
  });
});

describe("HAKARI's rule for ties", () => {
  const hakari = rrf({ k: 100, ties: 'hakari' });

  it('asks for the better rank first, then for the id in ascending order', () => {
    // b and z: third and first. a: second in both, which is less. c and y: fourth, fourth.
    const lists = [ranked('z', 'a', 'b', 'y'), ranked('b', 'a', 'z', 'c')];
    expect(ids(hakari.fuse(lists))).toEqual(['b', 'z', 'a', 'c', 'y']);
    expect(ids(rrf({ k: 100 }).fuse(lists))).toEqual(['z', 'b', 'a', 'y', 'c']);
  });

  it('decides at the cut', () => {
    expect(ids(hakari.fuse([ranked('x', 'a'), ranked('x', 'b')], 2))).toEqual(['x', 'a']);
  });

  it('prints its list in `byRank` order, with scores lowered by steps of a 32-bit float alone', () => {
    fc.assert(
      fc.property(rankings, (lists) => {
        const all = lists.map((each) => ranked(...each));
        const hits = hakari.fuse(all);
        expect([...hits].sort(byRank)).toEqual(hits);
        const sums = new Map(
          rrf({ k: 100 })
            .fuse(all)
            .map(({ docId, score }) => [docId, score]),
        );
        for (const { docId, score } of hits) {
          expect(score).toBeLessThanOrEqual(sums.get(docId)!);
          expect(score).toBeGreaterThan(sums.get(docId)! * (1 - hits.length * 2 ** -23));
        }
      }),
    );
  });

  it('holds the same documents as the other rule, in any order of rankings', () => {
    fc.assert(
      fc.property(rankings, fc.nat(15), (lists, topK) => {
        const all = lists.map((each) => ranked(...each));
        const hits = hakari.fuse(all);
        expect(new Set(ids(hits))).toEqual(new Set(lists.flat()));
        expect(hakari.fuse([...all].reverse())).toEqual(hits);
        expect(hakari.fuse(all, topK)).toEqual(hits.slice(0, topK));
      }),
    );
  });

  it('of a ranking with itself keeps its order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 100 }), (order) => {
        expect(ids(hakari.fuse([ranked(...order), ranked(...order)]))).toEqual(order);
      }),
    );
  });
});
