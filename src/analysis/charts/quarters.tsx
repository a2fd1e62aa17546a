import { format } from '../../platform/tables/index.js';
import { Chart, type ChartProps } from './chart.js';

const BAR = 46;
const PLOT = 40;
const GAP = 4;

/** Mean scores in the quarters of the queries by some figure, lowest first. */
export const Quarters = ({
  scores,
  most,
  label,
  palette,
}: ChartProps & {
  scores: readonly number[];
  /** The highest score of all charts next to it. */
  most: number;
}) => (
  <Chart width={Math.max(1, scores.length) * BAR} height={PLOT + 16} label={label} palette={palette}>
    {scores.map((score, i) => {
      const size = (score / (most || 1)) * PLOT;
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a quarter is its place
        <g key={i}>
          <rect
            x={i * BAR + GAP / 2}
            y={PLOT + 15 - Math.max(size, 1)}
            width={BAR - GAP}
            height={Math.max(size, 1)}
            fill={palette.accent}
            fillOpacity={0.35}
          />
          <text x={(i + 0.5) * BAR} y={PLOT + 11 - Math.max(size, 1)} fontSize={11} textAnchor="middle">
            {format.score(score)}
          </text>
        </g>
      );
    })}
  </Chart>
);
