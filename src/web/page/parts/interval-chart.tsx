import { type IntervalRow, IntervalRows, screenPalette } from '../../../analysis/charts/index.js';
import { format } from '../../../platform/tables/index.js';
import { Measured } from './measured.js';

/** An interval of differences: `+1.20 to +3.40`. */
export const differences = ({ low, high }: { readonly low: number; readonly high: number }): string =>
  `${format.difference(low)} to ${format.difference(high)}`;

/** Rows with their intervals, as wide as there is room. */
export const IntervalChart = ({
  rows,
  label,
  most = 680,
  names,
  difference = false,
}: {
  rows: readonly IntervalRow[];
  label: string;
  /** Of the width. */
  most?: number;
  /** Room for the names: at most so much, and this share of the width. */
  names?: readonly [most: number, share: number];
  /** The numbers are differences, around a line at zero. */
  difference?: boolean;
}) => (
  <Measured>
    {(width) => (
      <IntervalRows
        rows={rows}
        label={label}
        palette={screenPalette}
        width={Math.min(width, most)}
        {...(names && { names: Math.min(names[0], width * names[1]) })}
        zero={difference}
        difference={difference}
      />
    )}
  </Measured>
);
