import { InputError } from '../../core/index.js';
import { meanOf, sumOf } from './significance/differences.js';
import { studentTwoSided } from './significance/student-t.js';

/** A correlation with its p-value. */
export interface Correlation {
  /** From −1 to 1. */
  readonly r: number;
  /** Two-sided, from Student's t with n − 2 degrees of freedom. */
  readonly p: number;
}

/**
 * Pearson's r; with one side 0 and 1 it is the point-biserial correlation. Undefined for fewer than three pairs, and where one
 * side does not vary or holds what is not a number.
 */
export const pearson = (x: ArrayLike<number>, y: ArrayLike<number>): Correlation | undefined =>
  correlationOf(centred(x, y), x.length - 2);

/** Spearman's ρ: Pearson's r of the ranks, equal values sharing the mean of theirs. Its p is an approximation. */
export const spearman = (x: ArrayLike<number>, y: ArrayLike<number>): Correlation | undefined =>
  pearson(ranksOf(x), ranksOf(y));

/**
 * Pearson's r within groups: every group's means are taken off first, so that groups which are high in both do not look like
 * a relation. Each group beyond the first costs a degree of freedom.
 */
export const pearsonWithin = (
  groups: readonly { readonly x: ArrayLike<number>; readonly y: ArrayLike<number> }[],
): Correlation | undefined => {
  const pairs = groups.map(({ x, y }) => centred(x, y));
  const joined = {
    x: Float64Array.from(pairs.flatMap(({ x }) => [...x])),
    y: Float64Array.from(pairs.flatMap(({ y }) => [...y])),
  };
  return correlationOf(joined, joined.x.length - groups.length - 1);
};

/**
 * Kendall's τ-b: of all pairs, those ordered alike minus those ordered the other way, over the geometric mean of the
 * pairs that either side orders at all (Kendall 1945). Undefined for fewer than two values, and where one side does not
 * vary. Every pair is looked at: the values are a few systems.
 */
export const kendall = (x: ArrayLike<number>, y: ArrayLike<number>): number | undefined => {
  mustPair(x, y);
  let [alike, orderedX, orderedY] = [0, 0, 0];
  for (let i = 1; i < x.length; i++)
    for (let j = 0; j < i; j++) {
      const [signX, signY] = [Math.sign(x[i]! - x[j]!), Math.sign(y[i]! - y[j]!)];
      alike += signX * signY;
      orderedX += Math.abs(signX);
      orderedY += Math.abs(signY);
    }
  // Where τ is 1 both counts are equal, so that one root of their product is exact; two roots would not be.
  const ordered = Math.sqrt(orderedX * orderedY);
  return ordered > 0 ? alike / ordered : undefined;
};

interface Centred {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

const centred = (x: ArrayLike<number>, y: ArrayLike<number>): Centred => {
  mustPair(x, y);
  return { x: aroundMean(x), y: aroundMean(y) };
};

const mustPair = (x: ArrayLike<number>, y: ArrayLike<number>): void => {
  if (x.length !== y.length)
    throw new InputError({
      found: `${x.length} values for ${y.length}`,
      expected: 'pairs of values',
      fix: 'give one value of each for every pair',
    });
};

/** The mean of equal values need not equal them to the last digit; they are all 0 from it. */
const aroundMean = (values: ArrayLike<number>): Float64Array => {
  const mean = meanOf(values);
  const same = Array.from(values).every((value) => value === values[0]);
  return Float64Array.from(values, (value) => (same ? 0 : value - mean));
};

const correlationOf = ({ x, y }: Centred, degrees: number): Correlation | undefined => {
  const products = (a: Float64Array, b: Float64Array): number => sumOf(a.map((value, i) => value * b[i]!));
  const spread = Math.sqrt(products(x, x) * products(y, y));
  if (degrees < 1 || !(spread > 0)) return undefined;
  const r = Math.max(-1, Math.min(1, products(x, y) / spread));
  // (1 − r)(1 + r) keeps digits that 1 − r² loses near 1.
  const t = r * Math.sqrt(degrees / ((1 - r) * (1 + r)));
  return { r, p: studentTwoSided(t, degrees) };
};

/** Ranks from 1. What is not a number has no place in an order, so that there are none then. */
const ranksOf = (values: ArrayLike<number>): Float64Array => {
  if (Array.from(values).some(Number.isNaN)) return new Float64Array(values.length).fill(Number.NaN);
  const order = Array.from(values, (_, i) => i).sort((i, j) => values[i]! - values[j]!);
  const ranks = new Float64Array(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to]!] === values[order[from]!]) to++;
    for (let place = from; place < to; place++) ranks[order[place]!] = (from + 1 + to) / 2;
    from = to;
  }
  return ranks;
};
