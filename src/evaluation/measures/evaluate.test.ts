import { describe, expect, it } from 'vitest';
import { docId, type Judgements, queryId, type Run } from '../../core/index.js';
import { evaluate, HitRate, MicroRecall, MRR, nDCG, Recall, type TieRule, valuesOf } from './index.js';

const run = (table: Record<string, Record<string, number>>): Run =>
  new Map(
    Object.entries(table).map(([query, hits]) => [
      queryId(query),
      Object.entries(hits).map(([id, score]) => ({ docId: docId(id), score })),
    ]),
  );

const judgements = (table: Record<string, Record<string, number>>): Judgements =>
  new Map(
    Object.entries(table).map(([query, grades]) => [
      queryId(query),
      new Map(Object.entries(grades).map(([id, grade]) => [docId(id), grade])),
    ]),
  );

const twoJudged = judgements({ q1: { a: 1 }, q2: { b: 1 } });

describe('evaluate', () => {
  it('counts a judged query without a ranking as 0', () => {
    const { means, queries, counts } = evaluate(run({ q1: { a: 1 } }), twoJudged, [MRR]);
    expect(means).toEqual({ MRR: 1 / 2 });
    expect(queries.get(queryId('q2'))).toEqual({ MRR: 0 });
    expect(counts).toMatchObject({ judged: 2, ranked: 1, missing: 1, unjudged: 0 });
  });

  it('leaves it out of the mean when told to skip, and says how many', () => {
    const { means, queries, counts } = evaluate(run({ q1: { a: 1 } }), twoJudged, [MRR], { missing: 'skip' });
    expect(means).toEqual({ MRR: 1 });
    expect([...queries.keys()]).toEqual(['q1']);
    expect(counts).toMatchObject({ judged: 2, ranked: 1, missing: 1 });
  });

  it('counts an empty ranking as an answer that scores 0, also when skipping', () => {
    const { means, counts } = evaluate(run({ q1: {}, q2: { b: 1 } }), twoJudged, [MRR], { missing: 'skip' });
    expect(means).toEqual({ MRR: 1 / 2 });
    expect(counts.missing).toBe(0);
  });

  it('ignores queries without judgements and counts them', () => {
    const { means, counts } = evaluate(run({ q1: { a: 1 }, q9: { a: 1 } }), twoJudged, [MRR]);
    expect(means).toEqual({ MRR: 1 / 2 });
    expect(counts.unjudged).toBe(1);
  });

  it('counts a query without relevant documents as 0', () => {
    const { means, counts } = evaluate(
      run({ q1: { a: 1 }, q2: { b: 1 } }),
      judgements({ q1: { a: 1 }, q2: { b: 0 } }),
      [nDCG.at(10)],
    );
    expect(means).toEqual({ 'nDCG@10': 1 / 2 });
    expect(counts.unanswerable).toBe(1);
  });

  it('averages query by query, except for measures that pool', () => {
    const judged = judgements({ q1: { a: 1, b: 1, c: 1 }, q2: { d: 1 } });
    const { means } = evaluate(run({ q1: { a: 1 }, q2: { d: 1 } }), judged, [
      Recall.at(10),
      MicroRecall.at(10),
    ]);
    expect(means).toEqual({ 'Recall@10': (1 / 3 + 1) / 2, 'MicroRecall@10': 2 / 4 });
  });

  it('pools the relevant documents of missing queries too, unless they are skipped', () => {
    const judged = judgements({ q1: { a: 1 }, q2: { b: 1, c: 1, d: 1 } });
    const measure = MicroRecall.at(10);
    expect(evaluate(run({ q1: { a: 1 } }), judged, [measure]).means).toEqual({ 'MicroRecall@10': 1 / 4 });
    expect(evaluate(run({ q1: { a: 1 } }), judged, [measure], { missing: 'skip' }).means).toEqual({
      'MicroRecall@10': 1,
    });
  });

  it('breaks ties by the rule it is given and returns that rule', () => {
    const tied = run({ q1: { a: 1, b: 1 }, q2: { b: 1 } });
    const down = evaluate(tied, twoJudged, [HitRate.at(1)]);
    const up = evaluate(tied, twoJudged, [HitRate.at(1)], { ties: 'id-ascending' });
    expect(down.means).toEqual({ 'Hit@1': 1 / 2 });
    expect(up.means).toEqual({ 'Hit@1': 1 });
    expect([down.rule, up.rule]).toEqual([
      { missing: 'zero', ties: 'id-descending' },
      { missing: 'zero', ties: 'id-ascending' },
    ]);
  });

  it('rejects a rule it does not know', () => {
    expect(() => evaluate(run({}), twoJudged, [MRR], { ties: 'by-date' as TieRule })).toThrow(
      'unknown tie rule "by-date"; expected one of id-descending, id-ascending',
    );
  });

  it('counts repeated documents', () => {
    const hits = [1, 2, 3].map((score) => ({ docId: docId('a'), score }));
    expect(evaluate(new Map([[queryId('q1'), hits]]), twoJudged, [MRR]).counts.repeatedHits).toBe(2);
  });

  it('refuses to average over nothing', () => {
    expect(() => evaluate(run({ q1: {} }), judgements({}), [MRR])).toThrow('no judgements');
    expect(() => evaluate(run({ q9: {} }), twoJudged, [MRR], { missing: 'skip' })).toThrow(
      'no ranking for any judged query',
    );
  });

  it('scores 0 for every query when run and judgements share none, and shows it in the counts', () => {
    const { means, counts } = evaluate(run({ q9: { a: 1 } }), twoJudged, [MRR]);
    expect(means).toEqual({ MRR: 0 });
    expect(counts).toMatchObject({ ranked: 0, missing: 2, unjudged: 1 });
  });
});

describe('valuesOf', () => {
  it('lists one measure in the order of the judgements', () => {
    const evaluation = evaluate(run({ q2: { b: 1 }, q1: { x: 2, a: 1 } }), twoJudged, [MRR, HitRate.at(1)]);
    expect([...valuesOf(evaluation, MRR)]).toEqual([1 / 2, 1]);
  });

  it('rejects a measure that was not requested', () => {
    const evaluation = evaluate(run({}), twoJudged, [MRR]);
    expect(() => valuesOf(evaluation, HitRate.at(1))).toThrow('unknown measure "Hit@1"; expected one of MRR');
  });
});
