import type { QueryId } from '../../../core/index.js';

/** What became of a query's answer, and what that means. */
export const OUTCOMES = {
  right: 'the judge says that it is the reference answer',
  wrong: 'the judge says that it is not',
  unclear: 'the judge did not plainly say True or False',
  'no-answer': 'the text ends before an answer begins, or is empty: nothing was asked',
  failed: 'the judge did not answer',
  'no-text': 'nothing was written for the query',
  'no-reference': 'the task has no reference answer for the query',
} as const;

/** What judging one text came to. */
export type AnswerOutcome = keyof typeof OUTCOMES;

/** The judge's verdict on one generated text. */
export interface JudgedAnswer {
  readonly id: QueryId;
  readonly outcome: AnswerOutcome;
  /** Absent unless the judge plainly said so. */
  readonly correct?: boolean;
  readonly reference?: string;
  readonly modelAnswer?: string;
  readonly explanation?: string;
  /** What the judge said, or why it did not, where no verdict could be read. */
  readonly said?: string;
}

/** How many answers had each outcome. */
export type AnswerCounts = Readonly<Record<AnswerOutcome, number>>;

export const countAnswers = (answers: readonly JudgedAnswer[]): AnswerCounts => {
  const counts = Object.fromEntries(Object.keys(OUTCOMES).map((outcome) => [outcome, 0])) as Record<
    AnswerOutcome,
    number
  >;
  for (const { outcome } of answers) counts[outcome] += 1;
  return counts;
};

/**
 * Whether a query counts as answered right: a text without an answer did not answer it. Undefined where that is not known,
 * which must not pass for wrong: the judge was unclear or failed, or there was nothing to compare.
 */
export const answeredRight = (outcome: AnswerOutcome): boolean | undefined => {
  if (outcome === 'right') return true;
  return outcome === 'wrong' || outcome === 'no-answer' ? false : undefined;
};
