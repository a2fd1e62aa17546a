import { type JsonObject, type Judgements, own, type QueryId, type Run } from '../core/index.js';
import { type EvaluationRule, evaluate, type Measure } from '../evaluation/index.js';
import { factsOf } from '../record/index.js';

/**
 * HAKARI-Bench scores a reranked run twice: as it is, and with the safeguards taken out of the finished rankings (a positive
 * that was put behind candidates that held none). The second scores, for the record's facts; nothing where none was put.
 */
export const withoutSafeguard = (
  facts: JsonObject,
  run: Run,
  judgements: Judgements,
  measures: readonly Measure[],
  rule: EvaluationRule,
): JsonObject => {
  const { safeguards } = factsOf(facts).storedCandidates ?? {};
  if (!safeguards) return {};
  const found: Run = new Map(
    [...run].map(([query, hits]) => [query, hits.filter(({ docId }) => docId !== own(safeguards, query))]),
  );
  const put = (Object.keys(safeguards) as QueryId[]).filter((query) => run.has(query)).length;
  const scores = { ...evaluate(found, judgements, measures, rule).means };
  return { withoutSafeguard: { queries: put, scores } };
};
