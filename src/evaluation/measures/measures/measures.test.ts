import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docId, type Grades, type Ranking } from '../../../core/index.js';
import { gradeRanking } from '../graded-ranking.js';
import type { AnyMeasure, Measure } from '../measure.js';
import {
  bpref,
  CappedMAP,
  ERR,
  HitRate,
  infAP,
  Judged,
  MAP,
  MicroRecall,
  MRR,
  measures,
  nDCG,
  P,
  RBP,
  Recall,
  Rprec,
} from './index.js';

/** A ranking of documents named by letters, the first one best. */
const hits = (letters: string): Ranking =>
  [...letters].map((letter, i) => ({ docId: docId(letter), score: letters.length - i }));

/** Judged for one aspect, so that measures of aspects have something to look at. */
const grades = (table: Record<string, number>): Grades => {
  const all = new Map(Object.entries(table).map(([id, grade]) => [docId(id), grade]));
  return Object.assign(all, {
    aspects: new Map(Array.from(all, ([id, grade]) => [id, new Map([['1', grade]])])),
  });
};

const score = (measure: Measure, letters: string, table: Record<string, number>): number =>
  measure.score(gradeRanking(hits(letters), grades(table)));

describe('nDCG', () => {
  it('divides the grade by the binary logarithm of the rank plus one', () => {
    expect(score(nDCG, 'xayb', { a: 1, b: 3 })).toBe(
      (1 / Math.log2(3) + 3 / Math.log2(5)) / (3 / Math.log2(2) + 1 / Math.log2(3)),
    );
  });

  it('takes its ideal from all judgements, found or not', () => {
    expect(score(nDCG.at(1), 'a', { a: 1, b: 2 })).toBe(1 / 2);
  });

  it('cuts the ideal at k as well', () => {
    expect(score(nDCG.at(1), 'ab', { a: 1, b: 1, c: 1 })).toBe(1);
  });

  it('neither gains nor loses by negative grades', () => {
    expect(score(nDCG, 'xa', { x: -3, a: 1 })).toBe(score(nDCG, 'xa', { a: 1 }));
  });

  it('is 0 for a query whose grades are all negative', () => {
    expect(score(nDCG, 'ab', { a: -1, b: -2 })).toBe(0);
  });
});

describe('MAP', () => {
  it('averages precision at the relevant hits over all relevant documents', () => {
    expect(score(MAP, 'axb', { a: 1, b: 1, c: 1, d: 1 })).toBe((1 / 1 + 2 / 3) / 4);
  });

  it('divides by R also when k is smaller', () => {
    expect(score(MAP.at(1), 'ab', { a: 1, b: 1 })).toBe(1 / 2);
  });

  it('divides by min(R, k) when capped', () => {
    expect(score(CappedMAP.at(1), 'ab', { a: 1, b: 1 })).toBe(1);
    expect(score(CappedMAP.at(10), 'axb', { a: 1, b: 1 })).toBe((1 / 1 + 2 / 3) / 2);
  });
});

describe('Recall', () => {
  it('divides by the relevant documents', () => {
    expect(score(Recall.at(2), 'axb', { a: 1, b: 1, c: 1 })).toBe(1 / 3);
  });

  it('is pooled over the queries of a task when micro', () => {
    const ranking = gradeRanking(hits('axb'), grades({ a: 1, b: 1, c: 1 }));
    expect(MicroRecall.at(2).pooled?.(ranking)).toEqual({ part: 1, whole: 3 });
    expect(MicroRecall.at(2).score(ranking)).toBe(1 / 3);
  });
});

describe('P', () => {
  it('divides by k when fewer were returned', () => {
    expect(score(P.at(10), 'a', { a: 2 })).toBe(1 / 10);
  });

  it('does not count grade 0', () => {
    expect(score(P.at(2), 'ab', { a: 0, b: 1 })).toBe(1 / 2);
  });
});

describe('MRR', () => {
  it('is one over the rank of the first relevant hit', () => {
    expect(score(MRR, 'xyab', { a: 1, b: 3 })).toBe(1 / 3);
  });

  it('is 0 when that rank lies beyond k', () => {
    expect(score(MRR.at(2), 'xya', { a: 1 })).toBe(0);
    expect(score(MRR.at(3), 'xya', { a: 1 })).toBe(1 / 3);
  });
});

describe('Hit', () => {
  it('is 1 as soon as a relevant hit is within k', () => {
    expect(score(HitRate.at(2), 'xya', { a: 1 })).toBe(0);
    expect(score(HitRate.at(3), 'xyab', { a: 1, b: 1 })).toBe(1);
  });
});

describe('Rprec', () => {
  it('is precision at the number of relevant documents', () => {
    expect(score(Rprec, 'axb', { a: 1, b: 1 })).toBe(1 / 2);
  });
});

describe('bpref', () => {
  it('counts judged non-relevant documents above a relevant one, and nothing unjudged', () => {
    expect(score(bpref, 'xab', { a: 1, b: 1, n: 0, m: 0 })).toBe(1);
    expect(score(bpref, 'nab', { a: 1, b: 1, n: 0, m: 0 })).toBe(1 / 2);
  });

  it('takes a negative grade for no judgement', () => {
    expect(score(bpref, 'na', { a: 1, n: -1 })).toBe(1);
    expect(score(bpref, 'na', { a: 1, n: 0 })).toBe(0);
  });
});

describe('infAP', () => {
  it('takes a negative grade for a document of the pool that was not judged', () => {
    const known = { a: 1, b: 1, n: 0 };
    expect(score(infAP, 'axb', known)).not.toBe(score(infAP, 'axb', { ...known, x: -1 }));
  });
});

describe('ERR', () => {
  it('stops reading by the chance that each grade satisfies', () => {
    expect(score(ERR, 'ab', { a: 1, b: 4 })).toBe(1 / 16 + ((15 / 16) * (15 / 16)) / 2);
  });

  it('refuses grades that gdeval refuses', () => {
    expect(() => score(ERR.at(10), 'a', { a: 5 })).toThrow('grade 5 where ERR is requested');
  });
});

describe('RBP', () => {
  it('weighs ranks by the persistence', () => {
    expect(score(RBP, 'axb', { a: 1, b: 1 })).toBeCloseTo(0.2 * (1 + 0.8 ** 2), 15);
    expect(score(RBP.with({ p: 0.5 }), 'axb', { a: 1, b: 1 })).toBe(0.5 * (1 + 0.25));
  });
});

describe('Judged', () => {
  it('counts grade 0 and negative grades as judged', () => {
    expect(score(Judged.at(4), 'abxy', { a: 0, b: -1 })).toBe(1 / 2);
  });

  it('divides by the hits there are', () => {
    expect(score(Judged.at(10), 'ax', { a: 1 })).toBe(1 / 2);
  });
});

describe('rel', () => {
  it('moves the grade from which a document is relevant', () => {
    expect(P.with({ rel: 2 }).at(2).name).toBe('P(rel=2)@2');
    expect(score(P.with({ rel: 2 }).at(2), 'ab', { a: 1, b: 2 })).toBe(1 / 2);
    expect(score(Recall.with({ rel: 2 }).at(2), 'ab', { a: 1, b: 2, c: 3 })).toBe(1 / 2);
  });

  it('makes lower grades judged and not relevant', () => {
    expect(score(bpref.with({ rel: 2 }), 'ab', { a: 1, b: 2 })).toBe(0);
  });
});

describe('every measure', () => {
  const families = Object.values<AnyMeasure>(measures);
  const leveled = families.filter(({ takes }) => takes.includes('rel')).map((each) => each.with({ rel: 2 }));
  const all = [...families, ...leveled].flatMap((measure): Measure[] => [
    ...[1, 2, 3, 10].flatMap((k) => (measure.at ? [measure.at(k)] : [])),
    ...('score' in measure ? [measure] : []),
  ]);
  const letters = [...'abcdefghijkl'];
  const someGrades = fc.dictionary(fc.constantFrom(...letters), fc.integer({ min: 0, max: 4 }));
  const someRanking = fc.shuffledSubarray(letters).map((chosen) => chosen.join(''));

  it('is keyed by its own name', () => {
    for (const [key, measure] of Object.entries(measures)) expect(measure.name).toBe(key);
  });

  it('lies between 0 and 1 for grades that are not negative', () => {
    fc.assert(
      fc.property(someRanking, someGrades, (ranking, table) => {
        for (const measure of all) {
          const value = score(measure, ranking, table);
          expect(value, measure.name).toBeGreaterThanOrEqual(0);
          if (!measure.unbounded) expect(value, measure.name).toBeLessThanOrEqual(1 + 1e-15);
        }
      }),
    );
  });

  it('is 0 for an empty ranking', () => {
    fc.assert(
      fc.property(someGrades, (table) => {
        for (const measure of all.filter(({ name }) => !/^Num(Q|Rel)\b/.test(name)))
          expect(score(measure, '', table), measure.name).toBe(0);
      }),
    );
  });

  it('is 1 for all relevant documents, best first, and nothing else, where k allows', () => {
    const relevant = fc.dictionary(fc.constantFrom(...letters), fc.integer({ min: 1, max: 4 }), {
      minKeys: 1,
    });
    fc.assert(
      fc.property(relevant, (table) => {
        const best = Object.keys(table).sort((a, b) => table[b]! - table[a]!);
        for (const measure of [
          nDCG,
          nDCG.at(2),
          MAP,
          Recall.at(12),
          CappedMAP.at(2),
          MRR,
          HitRate.at(1),
          P.at(best.length),
        ])
          expect(score(measure, best.join(''), table), measure.name).toBe(1);
      }),
    );
  });

  it('does not fall when a document moves up past one of a lower grade', () => {
    fc.assert(
      fc.property(someRanking, someGrades, fc.nat(), (ranking, table, at) => {
        fc.pre(ranking.length >= 2);
        const i = at % (ranking.length - 1);
        const [upper, lower] = [ranking[i]!, ranking[i + 1]!];
        fc.pre((table[lower] ?? 0) > (table[upper] ?? 0));
        const better = ranking.slice(0, i) + lower + upper + ranking.slice(i + 2);
        for (const measure of all)
          expect(score(measure, better, table), measure.name).toBeGreaterThanOrEqual(
            score(measure, ranking, table) - 1e-15,
          );
      }),
    );
  });

  it('ignores what is below its cut-off', () => {
    fc.assert(
      fc.property(someRanking, someGrades, (ranking, table) => {
        for (const measure of all) {
          const k = Number(measure.name.split('@')[1] ?? letters.length);
          expect(score(measure, ranking.slice(0, k), table), measure.name).toBe(
            score(measure, ranking, table),
          );
        }
      }),
    );
  });

  it('rejects a cut-off that is not a whole number from 1', () => {
    for (const measure of families.filter(({ at }) => at))
      for (const k of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
        expect(() => measure.at!(k)).toThrow(
          `cut-off ${k} for ${measure.name}; expected a whole number from 1`,
        );
  });
});
