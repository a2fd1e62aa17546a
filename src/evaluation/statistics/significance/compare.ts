import { defined } from '../../../core/index.js';
import { type Interval, type IntervalOptions, interval } from '../interval.js';
import { macroInterval } from '../macro-intervals.js';
import { differencesOf, meanOf, type PairedScores } from './differences.js';
import { effectSize, pairedTTest, type TTest } from './paired-t-test.js';
import {
  macroDifferences,
  type RandomisationOptions,
  type RandomisationTest,
  randomisationTest,
} from './randomisation-test.js';

/** Settings of interval and randomisation test. */
export interface ComparisonOptions {
  readonly interval?: IntervalOptions;
  readonly randomisation?: RandomisationOptions;
}

/** System B against system A on the same queries. */
export interface PairedComparison {
  readonly queries: number;
  /** Mean scores. */
  readonly a: number;
  readonly b: number;
  /** B − A. */
  readonly difference: number;
  /** Bootstrap interval of the difference: queries are drawn, each with its scores under both systems. */
  readonly interval: Interval;
  readonly randomisation: RandomisationTest;
  /** Absent for a single query, and for a mean of task means, which is not a mean of equals. */
  readonly tTest?: TTest;
  /** Cohen's d_z; absent where no t-test is, or without any spread. */
  readonly effectSize?: number;
  /** Queries on which B is better, as good, worse. */
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

/**
 * Scores that are this near are tied: far above the rounding of a sum in 64 bits, far below what one place in a ranking
 * changes (nDCG@1000 with a hundred positives: 7e-7).
 */
export const TIE = 1e-9;

/** Compares on one set of queries, all with the same weight: a task, a slice, or the queries of several tasks pooled. */
export const comparePaired = (scores: PairedScores, options: ComparisonOptions = {}): PairedComparison => {
  const differences = differencesOf(scores);
  const tTest = pairedTTest(differences);
  const effect = effectSize(differences);
  return {
    queries: differences.length,
    a: meanOf(scores.a),
    b: meanOf(scores.b),
    difference: meanOf(differences),
    interval: interval(differences, options.interval),
    randomisation: randomisationTest(differences, options.randomisation),
    ...defined({ tTest, effectSize: effect }),
    ...outcomes(differences),
  };
};

/** Compares means of task means: draws and sign flips stay within their task, and every task weighs the same. */
export const compareMacro = (
  tasks: readonly PairedScores[],
  options: ComparisonOptions = {},
): PairedComparison => {
  const differences = tasks.map(differencesOf);
  return {
    queries: differences.reduce((sum, { length }) => sum + length, 0),
    a: meanOf(tasks.map(({ a }) => meanOf(a))),
    b: meanOf(tasks.map(({ b }) => meanOf(b))),
    difference: meanOf(differences.map(meanOf)),
    interval: macroInterval(differences, options.interval),
    randomisation: randomisationTest(macroDifferences(differences), options.randomisation),
    ...outcomes(differences.flatMap((task) => [...task])),
  };
};

const outcomes = (differences: ArrayLike<number>) => {
  let wins = 0;
  let losses = 0;
  for (let i = 0; i < differences.length; i++) {
    if (differences[i]! > TIE) wins++;
    else if (differences[i]! < -TIE) losses++;
  }
  return { wins, ties: differences.length - wins - losses, losses };
};
