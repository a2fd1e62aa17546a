import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QueryNeed } from '../../../experiment/record/index.js';
import { type ScoredTask, scoreDependence } from './dependence.js';

interface GoldenRow extends Omit<QueryNeed, 'need'> {
  readonly score: number;
}

interface GoldenCase {
  readonly tasks: readonly (readonly GoldenRow[])[];
  readonly correlation: number;
  readonly correlationInterval: readonly [number, number];
  readonly slope: number;
  readonly slopeInterval: readonly [number, number];
}

const golden = JSON.parse(
  readFileSync(new URL('../../../../test/golden/dependence/cases.json', import.meta.url), 'utf8'),
) as readonly GoldenCase[];

const scored = (rows: readonly GoldenRow[], system = 'bm25'): ScoredTask => ({
  queries: rows.map((row) => ({ ...row, need: 0 })),
  systems: [{ system, measure: 'nDCG@10', scores: new Map(rows.map(({ query, score }) => [query, score])) }],
});

const row = (query: string, overlap: number, score: number, more: Partial<GoldenRow> = {}): GoldenRow => ({
  query,
  overlap,
  score,
  queryTokens: 10,
  documentTokens: 100,
  relevant: 1,
  ...more,
});

describe('scoreDependence', () => {
  it.each(golden.map((each, i) => [i, each] as const))(
    'agrees with SciPy and statsmodels, case %i',
    (_, each) => {
      const [found] = scoreDependence(each.tasks.map((rows) => scored(rows)));
      expect(found!.queries).toBe(each.tasks.flat().length);
      expect(found!.correlation!.value).toBeCloseTo(each.correlation, 12);
      expect(found!.slope!.value).toBeCloseTo(each.slope, 10);
      // Two bootstraps with draws of their own: ends of intervals differ by chance.
      for (const end of [0, 1]) {
        expect(Math.abs(found!.correlation!.interval[end]! - each.correlationInterval[end]!)).toBeLessThan(
          0.03,
        );
        expect(Math.abs(found!.slope!.interval[end]! - each.slopeInterval[end]!)).toBeLessThan(0.01);
      }
    },
  );

  it('gives the mean score in each quarter of the queries by overlap', () => {
    const rows = [8, 1, 7, 2, 6, 3, 5, 4].map((n) => row(`q${n}`, n / 10, n > 4 ? 1 : 0));
    expect(scoreDependence([scored(rows)])[0]!.quarters).toEqual(
      [
        [0.15, 0],
        [0.35, 0],
        [0.55, 1],
        [0.75, 1],
      ].map(([overlap, score]) => ({ overlap: expect.closeTo(overlap!, 12), score, queries: 2 })),
    );
  });

  it('does not take a difference between tasks for dependence on overlap', () => {
    // The second task has more overlap and higher scores, but within each task more overlap means lower scores.
    const task = (name: string, from: number): ScoredTask =>
      scored([0, 1, 2, 3, 4, 5].map((n) => row(`${name}${n}`, from + n / 100, from - n / 100)));
    const [found] = scoreDependence([task('a', 0.1), task('b', 0.9)]);
    expect(found!.correlation!.value).toBe(-1);
    expect(found!.slope!.value).toBeLessThan(0);
  });

  it('says null where score or overlap never changes, and where queries are too few', () => {
    const rows = [1, 2, 3, 4, 5, 6, 7].map((n) => row(`q${n}`, n / 10, 0.5));
    const [sameScores] = scoreDependence([scored(rows)]);
    expect(sameScores!.correlation).toBeNull();
    expect(sameScores!.slope).toEqual({ value: 0, interval: [0, 0] });
    const [sameOverlap] = scoreDependence([
      scored(rows.map((each, i) => ({ ...each, overlap: 0.5, score: i / 7 }))),
    ]);
    expect(sameOverlap).toMatchObject({ correlation: null, slope: null });
    expect(scoreDependence([scored([row('q', 0.1, 0.2)])])[0]).toMatchObject({
      queries: 1,
      correlation: null,
      slope: null,
      quarters: [{ overlap: 0.1, score: 0.2, queries: 1 }],
    });
  });

  it('relates each system and measure separately, with the queries that it has scores for', () => {
    const rows = [1, 2, 3, 4, 5, 6, 7].map((n) => row(`q${n}`, n / 10, n / 7));
    const { queries, systems } = scored(rows);
    const scores = new Map([...systems[0]!.scores].slice(0, 5).concat([['unknown', 1]]));
    const found = scoreDependence([
      { queries, systems: [...systems, { system: 'bge', measure: 'MAP', scores }] },
    ]);
    expect(found.map(({ system, measure, queries: count }) => [system, measure, count])).toEqual([
      ['bm25', 'nDCG@10', 7],
      ['bge', 'MAP', 5],
    ]);
  });

  it('never gives a number that is none', () => {
    const number = fc.integer({ min: 0, max: 3 });
    const anyRow = fc.tuple(number, number, number, number, number);
    fc.assert(
      fc.property(
        fc.array(fc.array(anyRow, { minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 3 }),
        (tasks) => {
          const found = scoreDependence(
            tasks.map((rows, t) =>
              scored(
                rows.map(([overlap, score, queryTokens, documentTokens, relevant], i) =>
                  row(`${t}-${i}`, overlap, score, { queryTokens, documentTokens, relevant }),
                ),
              ),
            ),
            { samples: 20 },
          );
          expect(JSON.stringify(found)).not.toContain('NaN');
          for (const { correlation, slope } of found)
            for (const estimate of [correlation, slope])
              if (estimate)
                for (const value of [estimate.value, ...estimate.interval])
                  expect(value).toSatisfy(Number.isFinite);
        },
      ),
      { numRuns: 200 },
    );
  });
});
