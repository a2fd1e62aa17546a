import type { ScorePart } from '../../../../core/index.js';

/** The ends of the scale on which bars of one ranking are drawn: zero is within. */
export interface BarScale {
  readonly least: number;
  readonly most: number;
}

/** The scale of some sums: they may have parts below zero. */
export const scaleOf = (sums: readonly (readonly ScorePart[])[]): BarScale => {
  const reach = (sign: 1 | -1): number =>
    Math.max(0, ...sums.map((parts) => parts.reduce((sum, { value }) => sum + Math.max(0, sign * value), 0)));
  return { least: -reach(-1), most: reach(1) || (reach(-1) ? 0 : 1) };
};
