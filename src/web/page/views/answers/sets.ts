import { type Interval, interval, type Relation, relation } from '../../../../evaluation/statistics/index.js';
import type { AnswerSet, QueryScores } from '../../../page-data/index.js';

/** Who answered and who judged: sets of the same two can be compared. */
export const pairOf = ({ llm, judge }: AnswerSet): string => `${llm}, judged by ${judge}`;

export const setName = ({ from, system }: AnswerSet): string => system?.name ?? from;

/** The floor first and the ceiling last, systems between them. */
export const inOrder = (sets: readonly AnswerSet[]): readonly AnswerSet[] => {
  const places: Readonly<Record<AnswerSet['from'], number>> = {
    'closed book': 0,
    system: 1,
    'relevant documents': 2,
  };
  return sets.toSorted((a, b) => places[a.from] - places[b.from]);
};

/** How many answers of a set are right, of those that are known to be right or not. */
export interface SetCounts {
  readonly right: number;
  readonly wrong: number;
  readonly unknown: number;
  readonly accuracy?: number;
  readonly interval?: Interval;
}

export const countsOf = ({ answers }: AnswerSet): SetCounts => {
  const count = (wanted: boolean | null): number => answers.filter(({ right }) => right === wanted).length;
  const [right, wrong, unknown] = [count(true), count(false), count(null)];
  const values = answers.flatMap((each) => (each.right === null ? [] : [each.right ? 1 : 0]));
  return {
    right,
    wrong,
    unknown,
    ...(values.length > 0 && { accuracy: right / values.length, interval: interval(values) }),
  };
};

/** An answer with how well its query was searched. */
export type ScoredAnswer = AnswerSet['answers'][number] & { readonly score: number };

/** The answers of a set whose queries have a score. */
export const scoredAnswers = (
  { answers }: AnswerSet,
  { queries }: QueryScores,
  measure: string,
): readonly ScoredAnswer[] => {
  const scores = new Map(queries.map(({ query, scores: of }) => [query, of[measure]]));
  return answers.flatMap((answer) => {
    const score = scores.get(answer.query);
    return score === undefined ? [] : [{ ...answer, score }];
  });
};

/** How scores go with right answers; queries of which that is not known are left out. */
export const relationOf = (answers: readonly ScoredAnswer[]): Relation =>
  relation(answers.flatMap(({ right, score }) => (right === null ? [] : [{ right, score }])));
