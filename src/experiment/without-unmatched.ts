import type { JsonObject, Judgements, Run } from '../core/index.js';
import { type Evaluation, evaluate, type Measure } from '../evaluation/index.js';
import { factsOf } from '../record/index.js';

/**
 * Where a BM25 filled rankings up with documents that score 0, as the reference implementation does, the scores without these
 * hits, for the record's facts; only those that differ, and nothing where none does. A relevant document among them was not found by
 * its words: it comes early in the corpus.
 */
export const withoutUnmatched = (
  facts: JsonObject,
  run: Run,
  judgements: Judgements,
  measures: readonly Measure[],
  { rule, means }: Pick<Evaluation, 'rule' | 'means'>,
): JsonObject => {
  // Facts of fused systems are separate. A stage after BM25 gives scores of its own, in which 0 says nothing.
  const { unmatched, reranking } = factsOf(facts);
  if (unmatched === undefined || reranking !== undefined) return {};
  const matched: Run = new Map(
    [...run].map(([query, hits]) => [query, hits.filter(({ score }) => score !== 0)]),
  );
  const scores = Object.entries(evaluate(matched, judgements, measures, rule).means).filter(
    ([name, mean]) => mean !== means[name],
  );
  return scores.length > 0 ? { withoutUnmatched: { scores: Object.fromEntries(scores) } } : {};
};
