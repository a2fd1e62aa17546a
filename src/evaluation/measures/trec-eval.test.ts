import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { docId, type Judgements, queryId, type Run } from '../../core/index.js';
import { evaluate, type Measure, parseMeasure } from './index.js';

interface Golden {
  readonly columns: readonly string[];
  readonly cases: readonly {
    readonly name: string;
    readonly judgements: Table;
    readonly run: Table;
    /** Scores in the order of `columns`. */
    readonly expected: Readonly<Record<string, readonly number[]>>;
  }[];
}
type Table = Readonly<Record<string, Readonly<Record<string, number>>>>;

const golden = JSON.parse(
  readFileSync(new URL('../../../test/golden/trec_eval/cases.json', import.meta.url), 'utf8'),
) as Golden;

const NAMES: Readonly<Record<string, string>> = {
  ndcg_cut: 'nDCG',
  map_cut: 'MAP',
  recall: 'Recall',
  P: 'P',
  success: 'Hit',
  ndcg: 'nDCG',
  map: 'MAP',
  recip_rank: 'MRR',
};

/** Our measure for a column of trec_eval: `ndcg_cut_10` is `nDCG@10`. */
const measureFor = (column: string): Measure => {
  const [, name, cut] = /^(.+?)(?:_(\d+))?$/.exec(column)!;
  return parseMeasure(cut ? `${NAMES[name!]}@${cut}` : NAMES[name!]!);
};

const judgementsOf = (table: Table): Judgements =>
  new Map(
    Object.entries(table).map(([query, grades]) => [
      queryId(query),
      new Map(Object.entries(grades).map(([document, grade]) => [docId(document), grade])),
    ]),
  );

const runOf = (table: Table): Run =>
  new Map(
    Object.entries(table).map(([query, hits]) => [
      queryId(query),
      Object.entries(hits).map(([document, score]) => ({ docId: docId(document), score })),
    ]),
  );

const measures = golden.columns.map(measureFor);

describe('trec_eval 9.0.8', () => {
  it('is asked in more than 200 cases', () => {
    expect(golden.cases.length).toBeGreaterThan(200);
  });

  it.each(golden.cases)('scores as we do: $name', ({ judgements, run, expected }) => {
    const { queries, counts } = evaluate(runOf(run), judgementsOf(judgements), measures, { missing: 'skip' });
    expect([...queries.keys()].sort()).toEqual(Object.keys(expected).sort());
    expect(counts.repeatedHits).toBe(0);
    for (const [query, row] of Object.entries(expected)) {
      const scores = queries.get(queryId(query))!;
      row.forEach((value, i) => {
        const name = measures[i]!.name;
        // The grades and ranks are integers and the sums run in the same order, so only log2 could differ.
        expect(Math.abs(scores[name]! - value), `${query} ${name}`).toBeLessThanOrEqual(1e-15);
      });
    }
  });
});
