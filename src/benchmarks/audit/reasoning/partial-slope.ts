import { meanOf } from '../../../evaluation/statistics/index.js';

/** One group of rows with an intercept of its own: a task. */
export interface RegressionGroup {
  readonly outcome: Float64Array;
  readonly predictor: Float64Array;
  readonly controls: readonly Float64Array[];
}

/** Below this part of its length, what is left of a column is rounding. */
const NEGLIGIBLE = 1e-9;

/**
 * The coefficient of the predictor in ordinary least squares of the outcome on predictor, controls and one intercept per group.
 * By the theorem of Frisch, Waugh and Lovell it is that of the parts which groups and controls leave over. Controls that follow
 * from others change nothing. Undefined where nothing of the predictor is left over, or no row beyond the coefficients.
 */
export const partialSlope = (groups: readonly RegressionGroup[]): number | undefined => {
  const rows = groups.reduce((sum, group) => sum + group.outcome.length, 0);
  const column = (of: (group: RegressionGroup) => Float64Array): Float64Array => {
    const joined = new Float64Array(rows);
    let end = 0;
    for (const group of groups) {
      const values = aroundMean(of(group));
      joined.set(values, end);
      end += values.length;
    }
    return joined;
  };
  const outcome = column(({ outcome: y }) => y);
  const controls = (groups[0]?.controls ?? []).map((_, i) => column((group) => group.controls[i]!));
  const basis: Float64Array[] = [];
  for (const control of controls) {
    const left = leftOver(control, basis);
    if (left) basis.push(scaled(left, 1 / lengthOf(left)));
  }
  const predictor = leftOver(
    column(({ predictor: x }) => x),
    basis,
  );
  if (!predictor || rows - groups.length - basis.length - 1 < 1) return undefined;
  return dot(predictor, outcome) / dot(predictor, predictor);
};

/** What is left of a column when its projections are taken off, twice for the sake of rounding; undefined if that is nothing. */
const leftOver = (column: Float64Array, basis: readonly Float64Array[]): Float64Array | undefined => {
  const left = column.slice();
  for (let pass = 0; pass < 2; pass++)
    for (const direction of basis) {
      const along = dot(left, direction);
      for (let i = 0; i < left.length; i++) left[i]! -= along * direction[i]!;
    }
  return lengthOf(left) > NEGLIGIBLE * lengthOf(column) ? left : undefined;
};

/** The mean of equal values need not equal them to the last digit; they are all 0 from it. */
const aroundMean = (values: Float64Array): Float64Array => {
  const mean = meanOf(values);
  return values.every((value) => value === values[0])
    ? new Float64Array(values.length)
    : values.map((value) => value - mean);
};

const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
};

const lengthOf = (values: Float64Array): number => Math.sqrt(dot(values, values));

const scaled = (values: Float64Array, factor: number): Float64Array => values.map((value) => value * factor);
