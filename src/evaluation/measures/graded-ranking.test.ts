import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byRank, byRankIdAscending, docId, type Grades, type Hit, InputError } from '../../core/index.js';
import { gradeRanking } from './graded-ranking.js';

const hit = (id: string, score: number): Hit => ({ docId: docId(id), score });
const grades = (table: Record<string, number>): Grades =>
  new Map(Object.entries(table).map(([id, grade]) => [docId(id), grade]));

describe('judge', () => {
  it('keeps ranks and grades of the relevant hits, and apart from them of all that were judged', () => {
    const ranking = gradeRanking(
      [hit('a', 4), hit('b', 3), hit('c', 2), hit('d', 1)],
      grades({ b: 2, c: 0, d: 1, e: 3 }),
    );
    expect(ranking).toMatchObject({
      level: 1,
      ranks: [2, 4],
      grades: [2, 1],
      ideal: [3, 2, 1],
      judged: [
        { rank: 2, grade: 2 },
        { rank: 3, grade: 0 },
        { rank: 4, grade: 1 },
      ],
      nonRelevant: 1,
      hits: 4,
      repeated: 0,
    });
  });

  it('orders ties by id, downwards as trec_eval or upwards as HAKARI-Bench', () => {
    const tied = [hit('a', 1), hit('b', 1)];
    expect(gradeRanking(tied, grades({ a: 1 })).ranks).toEqual([2]);
    expect(gradeRanking(tied, grades({ a: 1 }), 'id-ascending').ranks).toEqual([1]);
  });

  it('sees scores as 32-bit floats under trec_eval’s rule and as doubles under HAKARI-Bench’s', () => {
    const close = [hit('a', 1 + 2 ** -30), hit('b', 1)];
    expect(gradeRanking(close, grades({ a: 1 })).ranks).toEqual([2]);
    expect(gradeRanking(close.toReversed(), grades({ a: 1 }), 'id-ascending').ranks).toEqual([1]);
  });

  it('compares ids by code point, not by UTF-16 unit', () => {
    const tied = [hit('\uffee', 1), hit('\u{1f9ec}', 1)];
    expect(gradeRanking(tied, grades({ '\u{1f9ec}': 1 })).ranks).toEqual([1]);
  });

  it('gives the higher of two hits of one document its rank and the lower none', () => {
    const ranking = gradeRanking(
      [hit('a', 1), hit('x', 2), hit('a', 3), hit('b', 0)],
      grades({ a: 1, b: 1 }),
    );
    expect(ranking).toMatchObject({ ranks: [1, 3], repeated: 1 });
  });

  it('does not depend on the order in which hits come', () => {
    const someHits = fc.uniqueArray(
      fc.record({ id: fc.string({ maxLength: 3 }), score: fc.integer({ max: 3 }) }),
      { selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(
        someHits,
        fc.dictionary(fc.string({ maxLength: 3 }), fc.integer({ min: -1, max: 3 })),
        (rows, table) => {
          const list = rows.map(({ id, score }) => hit(id, score));
          expect(gradeRanking(list.toReversed(), grades(table))).toEqual(gradeRanking(list, grades(table)));
        },
      ),
    );
  });

  it('finds the ranks of a sorted list without its repeats, however much or little the hits are out of order', () => {
    const someHits = fc.array(
      fc.record({
        id: fc.integer({ max: 99, min: 0 }),
        score: fc.oneof(
          fc.integer({ min: 0, max: 3 }),
          fc.double({ noNaN: true }),
          fc.constantFrom(-0, 1 + 2 ** -30),
        ),
      }),
      { maxLength: 60 },
    );
    const arrange = {
      'as they come': (hits: readonly Hit[]) => hits,
      'by score alone': (hits: readonly Hit[]) => hits.toSorted((a, b) => b.score - a.score),
      upwards: (hits: readonly Hit[]) => hits.toSorted(byRank).reverse(),
    };
    const ways = fc.constantFrom(...Object.values(arrange));
    const rules = fc.constantFrom(
      ['id-descending', byRank] as const,
      ['id-ascending', byRankIdAscending] as const,
    );
    fc.assert(
      fc.property(someHits, ways, rules, (rows, way, [ties, order]) => {
        const list = way(rows.map(({ id, score }) => hit(`d${id}`, score)));
        const once = [...new Set(list.toSorted(order).map(({ docId }) => docId))];
        const table = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`d${2 * i}`, i % 4]));
        const found = gradeRanking(list, grades(table), ties);
        const expected = once.flatMap((id, i) => (id in table ? [{ rank: i + 1, grade: table[id]! }] : []));
        expect(found.judged).toEqual(expected);
        expect([found.hits, found.repeated]).toEqual([once.length, list.length - once.length]);
      }),
    );
  });

  it('leaves the given list as it was', () => {
    const list = [hit('a', 1), hit('b', 2)];
    gradeRanking(list, grades({}));
    expect(list.map(({ docId }) => docId)).toEqual(['a', 'b']);
  });

  it('refuses a score that is not a number, naming the document', () => {
    expect(() => gradeRanking([hit('a', Number.NaN)], grades({}))).toThrow(InputError);
    expect(() => gradeRanking([hit('a', Number.NaN)], grades({}))).toThrow('not a number, for document "a"');
    // Wherever it is in a list that is sorted as a whole.
    const upwards = Array.from({ length: 40 }, (_, i) => hit(`d${i}`, i));
    for (const at of [0, 20, 40])
      expect(() => gradeRanking(upwards.toSpliced(at, 0, hit('n', Number.NaN)), grades({}))).toThrow('"n"');
  });
});
