import { type Judgements, type QueryId, queryId, type Ranking, type Run } from '../../core/index.js';
import { type Evaluation, evaluate, type Measure, type TieRule } from '../../evaluation/measures/index.js';
import type { QueryResult, ResultRecord } from '../record/index.js';

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
