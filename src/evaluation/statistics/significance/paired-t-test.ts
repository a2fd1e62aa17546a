import { deviationOf, meanOf } from './differences.js';
import { studentTwoSided } from './student-t.js';

/** The outcome of a paired t-test. */
export interface TTest {
  readonly t: number;
  readonly degrees: number;
  /** Two-sided. */
  readonly p: number;
}

/**
 * Student's t-test of paired scores, given by their differences. A single query cannot be tested; differences that are all
 * the same have no spread: all 0 gives p 1, all another number gives p 0 and an infinite t.
 */
export const pairedTTest = (differences: ArrayLike<number>): TTest | undefined => {
  const deviation = deviationOf(differences);
  if (deviation === undefined) return undefined;
  const mean = meanOf(differences);
  const t = mean === 0 ? 0 : mean / (deviation / Math.sqrt(differences.length));
  const degrees = differences.length - 1;
  return { t, degrees, p: studentTwoSided(t, degrees) };
};

/** Cohen's d_z: the mean of the differences in units of their standard deviation; undefined where there is no spread. */
export const effectSize = (differences: ArrayLike<number>): number | undefined => {
  const deviation = deviationOf(differences);
  return deviation ? meanOf(differences) / deviation : undefined;
};
