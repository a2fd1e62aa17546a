import type { TextSpread } from '../page-data/index.js';

/** A spread of the registry as the page has it: what is not known is left out. */
export const withoutAbsent = ({
  min,
  mean,
  median,
  max,
}: {
  readonly min: number;
  readonly mean: number;
  readonly median?: number | undefined;
  readonly max: number;
}): TextSpread => ({ min, mean, max, ...(median !== undefined && { median }) });
