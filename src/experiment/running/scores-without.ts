import { type Hit, type JsonObject, type Judgements, own, type QueryId, type Run } from '../../core/index.js';
import { type Evaluation, evaluate, type Measure } from '../../evaluation/measures/index.js';
import { factsOf } from '../record/index.js';

/** What was scored, how, and what came out. */
interface Scored {
  readonly run: Run;
  readonly judgements: Judgements;
  readonly measures: readonly Measure[];
  readonly evaluation: Pick<Evaluation, 'rule' | 'means'>;
}

/**
 * HAKARI-Bench scores a reranked run twice: as it is, and with the safeguards taken out of the finished rankings (a positive
 * that was put behind candidates that held none). The second scores, for the record's facts; nothing where none was put.
 */
export const withoutSafeguard = (facts: JsonObject, scored: Scored): JsonObject => {
  const { safeguards } = factsOf(facts).storedCandidates ?? {};
  if (!safeguards) return {};
  const scores = { ...scoresWithout(({ docId }, query) => docId === own(safeguards, query), scored) };
  const queries = (Object.keys(safeguards) as QueryId[]).filter((query) => scored.run.has(query)).length;
  return { withoutSafeguard: { queries, scores } };
};

/**
 * Where a BM25 filled rankings up with documents that score 0, as the reference implementation does, the scores without these
 * hits, for the record's facts; only those that differ, and nothing where none does. A relevant document among them was not found by
 * its words: it comes early in the corpus.
 */
export const withoutUnmatched = (facts: JsonObject, scored: Scored): JsonObject => {
  // Facts of fused systems are separate. A stage after BM25 gives scores of its own, in which 0 says nothing.
  const { unmatched, reranking } = factsOf(facts);
  if (unmatched === undefined || reranking !== undefined) return {};
  const scores = Object.entries(scoresWithout(({ score }) => score === 0, scored)).filter(
    ([name, mean]) => mean !== scored.evaluation.means[name],
  );
  return scores.length > 0 ? { withoutUnmatched: { scores: Object.fromEntries(scores) } } : {};
};

const scoresWithout = (
  drop: (hit: Hit, query: QueryId) => boolean,
  { run, judgements, measures, evaluation }: Scored,
): Evaluation['means'] => {
  const rest: Run = new Map(
    [...run].map(([query, hits]) => [query, hits.filter((hit) => !drop(hit, query))]),
  );
  return evaluate(rest, judgements, measures, evaluation.rule).means;
};
