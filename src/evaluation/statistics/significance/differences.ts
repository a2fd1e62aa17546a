import { InputError } from '../../../core/index.js';

/** Scores of the same queries under two systems, in the same order. */
export interface PairedScores {
  readonly a: ArrayLike<number>;
  readonly b: ArrayLike<number>;
}

/** B − A, query by query. */
export const differencesOf = ({ a, b }: PairedScores): Float64Array => {
  if (a.length !== b.length || a.length === 0)
    throw new InputError({
      found: `${a.length} scores for ${b.length}`,
      expected: 'both systems scored on the same queries, at least one',
      fix: 'leave out queries that only one of them has',
    });
  const differences = Float64Array.from(b, (score, i) => score - a[i]!);
  if (differences.some((difference) => !Number.isFinite(difference)))
    throw new InputError({
      found: 'a score that is not a finite number',
      fix: 'score a query that has nothing to count as 0, or leave it out',
    });
  return differences;
};

export const meanOf = (values: ArrayLike<number>): number => sumOf(values) / values.length;

export const sumOf = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum;
};

/** With n − 1; undefined for a single value, exactly 0 where all values are the same. */
export const deviationOf = (values: ArrayLike<number>): number | undefined => {
  if (values.length < 2) return undefined;
  const mean = meanOf(values);
  let squares = 0;
  let same = true;
  for (let i = 0; i < values.length; i++) {
    squares += (values[i]! - mean) ** 2;
    same &&= values[i] === values[0];
  }
  // The mean of equal values need not equal them to the last digit.
  return same ? 0 : Math.sqrt(squares / (values.length - 1));
};
