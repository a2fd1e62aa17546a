import { expect, it } from 'vitest';
import { docId, type Hit, queryId, type Run } from '../../core/index.js';
import { DEFAULT_RULE, HitRate, MRR } from '../../evaluation/measures/index.js';
import { withoutSafeguard } from './make-result.js';

const hits = (...ids: readonly string[]): readonly Hit[] =>
  ids.map((id, i) => ({ docId: docId(id), score: -i }));
const judged = (id: string) => new Map([[docId(id), 1]]);

/** A reranker has put the safeguard "s" of q1 first; q2 found its positive itself. */
const run: Run = new Map([
  [queryId('q1'), hits('s', 'a', 'b')],
  [queryId('q2'), hits('c', 'p', 's')],
]);
const judgements = new Map([
  [queryId('q1'), judged('s')],
  [queryId('q2'), judged('p')],
]);
const score = (facts: Parameters<typeof withoutSafeguard>[0]) =>
  withoutSafeguard(facts, {
    run,
    judgements,
    measures: [MRR, HitRate.at(10)],
    evaluation: { rule: DEFAULT_RULE, means: {} },
  });

it('a safeguard is taken out of the finished ranking of its own query, and the rest scored anew', () => {
  expect(score({ storedCandidates: { safeguards: { q1: 's' } } })).toEqual({
    withoutSafeguard: { queries: 1, scores: { MRR: 0.25, 'Hit@10': 0.5 } },
  });
});

it('what stands behind a safeguard moves up', () => {
  const facts = { storedCandidates: { safeguards: { q2: 'c' } } };
  expect(score(facts)).toMatchObject({ withoutSafeguard: { scores: { MRR: 1 } } });
});

it('a run without safeguards says nothing', () => {
  expect(score({})).toEqual({});
  expect(score({ storedCandidates: { config: 'bm25' } })).toEqual({});
});
