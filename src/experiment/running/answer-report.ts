import type { QueryId } from '../../core/index.js';
import {
  type AnsweredQuery,
  type Interval,
  interval,
  macroInterval,
  meanOf,
  type Relation,
  relation,
  relationWithinTasks,
} from '../../evaluation/statistics/index.js';
import { answeredRight, type JudgedAnswer } from '../../search/generation/index.js';

/** How many answers are right, with an interval over the queries. */
export interface Accuracy {
  /** Right answers over those that are known to be right or not; a text without an answer is not right. */
  readonly accuracy: number;
  readonly interval: Interval;
  readonly queries: number;
}

/** Undefined where no answer is known to be right or wrong. */
export const accuracyOf = (answers: readonly JudgedAnswer[]): Accuracy | undefined => {
  const values = valuesOf(answers);
  return values.length === 0
    ? undefined
    : { accuracy: meanOf(values), interval: interval(values), queries: values.length };
};

/** The mean of the tasks' accuracies; undefined when one of them has none, so that no mean hides a gap. */
export const meanAccuracy = (tasks: readonly (readonly JudgedAnswer[])[]): Accuracy | undefined => {
  const values = tasks.map(valuesOf);
  if (values.length === 0 || values.some(({ length }) => length === 0)) return undefined;
  return {
    accuracy: meanOf(values.map(meanOf)),
    interval: macroInterval(values),
    queries: values.flat().length,
  };
};

/** A score per query. */
export type QueryScores = ReadonlyMap<QueryId, number>;

/** How a system's scores differ between queries answered right and wrong. */
export interface AnswerRelation extends Relation {
  /** Queries of which it is not known whether they were answered right. */
  readonly unclear: { readonly queries: number; readonly mean?: number };
}

/** How a system's scores go with right answers, on one task. Queries without a score are left out. */
export const answerRelation = (answers: readonly JudgedAnswer[], scores: QueryScores): AnswerRelation => ({
  ...relation(pairsOf(answers, scores)),
  unclear: unclearOf([{ answers, scores }]),
});

/** The same within several tasks. */
export const meanAnswerRelation = (
  tasks: readonly { readonly answers: readonly JudgedAnswer[]; readonly scores: QueryScores }[],
): AnswerRelation => ({
  ...relationWithinTasks(tasks.map(({ answers, scores }) => pairsOf(answers, scores))),
  unclear: unclearOf(tasks),
});

const valuesOf = (answers: readonly JudgedAnswer[]): readonly number[] =>
  answers.flatMap(({ outcome }) => {
    const right = answeredRight(outcome);
    return right === undefined ? [] : [right ? 1 : 0];
  });

const pairsOf = (answers: readonly JudgedAnswer[], scores: QueryScores): readonly AnsweredQuery[] =>
  answers.flatMap(({ id, outcome }) => {
    const right = answeredRight(outcome);
    const score = scores.get(id);
    return right === undefined || score === undefined ? [] : [{ right, score }];
  });

const unclearOf = (
  tasks: readonly { readonly answers: readonly JudgedAnswer[]; readonly scores: QueryScores }[],
): AnswerRelation['unclear'] => {
  const found = tasks.flatMap(({ answers, scores }) =>
    answers.flatMap(({ id, outcome }) =>
      outcome === 'unclear' || outcome === 'failed' ? (scores.get(id) ?? []) : [],
    ),
  );
  return { queries: found.length, ...(found.length > 0 && { mean: meanOf(found) }) };
};
