import {
  type Judgements,
  type QueryId,
  queryId,
  type Ranking,
  type Run,
  relevantIn,
} from '../../core/index.js';
import { type Evaluation, evaluate, type Measure, type TieRule } from '../../evaluation/measures/index.js';
import { intervalsOf } from '../../evaluation/statistics/index.js';
import type { QueryResult, ResultRecord } from '../record/index.js';

/** What `queries.jsonl` says of a run that was scored: the scores of each query, and where its positives are. */
export const queryResults = (
  run: Run,
  judgements: Judgements,
  evaluation: Evaluation,
): readonly QueryResult[] =>
  [...evaluation.queries].map(([id, scores]) => {
    const hits = run.get(id) ?? [];
    const rankOf = new Map(hits.map(({ docId }, i) => [docId, i + 1]));
    return {
      id,
      scores: { ...scores },
      ranks: Object.fromEntries(
        relevantIn(judgements.get(id)).map((docId) => [docId, rankOf.get(docId) ?? null]),
      ),
      hits: hits.length,
    };
  });

/** The intervals of a record. */
export const recordIntervals = (
  evaluation: Evaluation,
  measures: readonly Measure[],
): ResultRecord['intervals'] =>
  Object.fromEntries(
    Object.entries(intervalsOf(evaluation, measures)).map(([name, { low, high }]) => [name, [low, high]]),
  );

/**
 * A run as it was scored. A query without hits leaves no line in `run.trec`, yet it was answered, and counts where missing rankings
 * are left out of the mean.
 */
export const withAnswered = (run: Run, answered: Iterable<Pick<QueryResult, 'id'>>): Run => {
  const whole = new Map<QueryId, Ranking>(run);
  for (const { id } of answered) if (!whole.has(queryId(id))) whole.set(queryId(id), []);
  return whole;
};

/** Scores a saved ranking under the rule of its record. */
export const scoreSaved = (
  run: Run,
  judgements: Judgements,
  measures: readonly Measure[],
  { ties, missing }: ResultRecord['evaluation'],
): Evaluation => evaluate(run, judgements, measures, { ties: ties as TieRule, missing });
