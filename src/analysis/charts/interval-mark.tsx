import { format } from '../../platform/tables/index.js';
import { Chart } from './chart.js';
import { Dot, Level } from './marks.js';
import type { Palette } from './palette.js';

const WIDTH = 200;
const HEIGHT = 18;

interface IntervalMarkProps {
  score: number;
  interval?: readonly [number, number] | undefined;
  most: number;
  hollow?: boolean;
  palette: Palette;
}

/** One score with its interval on a scale from 0 to `most`, for a cell of a table. Hollow: no test supports it, or nothing is known of its interval. */
export const IntervalMark = ({ score, interval, most, hollow = false, palette }: IntervalMarkProps) => {
  const x = (value: number): number => 6 + (value / (most || 1)) * (WIDTH - 12);
  const colour = interval ? palette.accent : palette.muted;
  const label = interval
    ? `${format.score(score)}, 95 % interval ${format.interval(interval)}`
    : `${format.score(score)}, interval not known`;
  return (
    <Chart width={WIDTH} height={HEIGHT} label={label} palette={palette}>
      <Level x={[x(0), x(most)]} y={HEIGHT / 2} stroke={palette.line} />
      {interval && (
        <Level x={[x(interval[0]), x(interval[1])]} y={HEIGHT / 2} stroke={colour} strokeWidth={2} />
      )}
      <Dot x={x(score)} y={HEIGHT / 2} r={4.5} fill={hollow ? palette.ground : colour} stroke={colour} />
    </Chart>
  );
};
