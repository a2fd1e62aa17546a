import { defined } from '../../core/index.js';
import { type Correlation, pearson, pearsonWithin, spearman } from './correlation.js';
import type { Interval, IntervalOptions } from './interval.js';
import { macroInterval } from './macro-intervals.js';
import { meanOf } from './significance/differences.js';

/** Of one query: whether it was answered right, and how well its documents were found. */
export interface AnsweredQuery {
  readonly right: boolean;
  readonly score: number;
}

export interface ScoreGroup {
  readonly queries: number;
  /** Absent for no queries. */
  readonly mean?: number;
}

/** How scores of retrieval go with right answers. */
export interface Relation {
  readonly right: ScoreGroup;
  readonly wrong: ScoreGroup;
  /** Mean score where the answer is right minus where it is wrong; absent unless both happen. */
  readonly difference?: number;
  /** Bootstrap: queries are drawn within the right and within the wrong ones. */
  readonly interval?: Interval;
  /** Of right (1) or wrong (0) with the score. */
  readonly pointBiserial?: Correlation;
  readonly spearman?: Correlation;
}

/** The relation on the queries of one task. */
export const relation = (queries: readonly AnsweredQuery[], options?: IntervalOptions): Relation => {
  const { answers, scores } = columnsOf(queries);
  return {
    ...differenceOf([queries], options),
    ...defined({ pointBiserial: pearson(answers, scores), spearman: spearman(answers, scores) }),
  };
};

/**
 * The relation within tasks: the mean over tasks of each one's difference, and the correlation with every task's means taken
 * off. Tasks that are easy to answer and easy to search would otherwise look like a relation. Tasks in which all answers are
 * right, or all are wrong, say nothing about it and are left out.
 */
export const relationWithinTasks = (
  tasks: readonly (readonly AnsweredQuery[])[],
  options?: IntervalOptions,
): Relation => {
  const telling = tasks.filter((queries) => {
    const { right, wrong } = groupsOf(queries);
    return right.length > 0 && wrong.length > 0;
  });
  const columns = telling.map(columnsOf).map(({ answers, scores }) => ({ x: answers, y: scores }));
  return { ...differenceOf(telling, options), ...defined({ pointBiserial: pearsonWithin(columns) }) };
};

const differenceOf = (
  tasks: readonly (readonly AnsweredQuery[])[],
  options?: IntervalOptions,
): Pick<Relation, 'right' | 'wrong' | 'difference' | 'interval'> => {
  const groups = tasks.map(groupsOf);
  const sides = {
    right: groupOf(groups.map(({ right }) => right)),
    wrong: groupOf(groups.map(({ wrong }) => wrong)),
  };
  if (sides.right.mean === undefined || sides.wrong.mean === undefined) return sides;
  // The mean of all groups, the wrong ones negative, is half the mean difference; so are the ends of its interval.
  const halves = groups.flatMap(({ right, wrong }) => [right, wrong.map((score) => -score)]);
  const { low, high, level } = macroInterval(halves, options);
  return {
    ...sides,
    difference: sides.right.mean - sides.wrong.mean,
    interval: { low: 2 * low, high: 2 * high, level },
  };
};

const columnsOf = (queries: readonly AnsweredQuery[]) => ({
  answers: queries.map(({ right }) => (right ? 1 : 0)),
  scores: queries.map(({ score }) => score),
});

const groupsOf = (queries: readonly AnsweredQuery[]) => ({
  right: queries.filter(({ right }) => right).map(({ score }) => score),
  wrong: queries.filter(({ right }) => !right).map(({ score }) => score),
});

/** The mean of the means of the tasks. */
const groupOf = (tasks: readonly (readonly number[])[]): ScoreGroup => {
  const queries = tasks.reduce((sum, scores) => sum + scores.length, 0);
  return queries === 0 ? { queries } : { queries, mean: meanOf(tasks.map(meanOf)) };
};
