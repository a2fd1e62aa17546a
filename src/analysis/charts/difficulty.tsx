import { scaleLinear } from 'd3-scale';
import { format } from '../../platform/tables/index.js';
import { Chart, type ChartProps } from './chart.js';
import { Level, Upright } from './marks.js';
import { ScoreTicks } from './score-axis.js';

/** A query by what systems got on it. */
export interface DifficultQuery {
  readonly id: string;
  readonly mean: number;
  readonly best: number;
  /** Where its mark leads to. */
  readonly href?: string;
}

const HEIGHT = 220;
const LEFT = 34;
const BOTTOM = 26;
const TOP = 10;

/** Every query of a task from the hardest to the easiest: the mean over systems as a point, up to the best of them as a line. */
export const Difficulty = ({
  queries,
  label,
  palette,
  width = 640,
}: ChartProps & { queries: readonly DifficultQuery[]; width?: number }) => {
  const y = scaleLinear([0, 1], [HEIGHT - BOTTOM, TOP]);
  const step = (width - LEFT - 6) / Math.max(1, queries.length);
  const size = Math.min(5, Math.max(1.5, step / 2.4));
  return (
    <Chart
      width={width}
      height={HEIGHT}
      label={label}
      palette={palette}
      links={queries.some(({ href }) => href)}
    >
      <ScoreTicks scale={y} count={4} left={LEFT} right={width} gap={6} palette={palette} />
      <text x={LEFT} y={HEIGHT - 6} fontSize={12} fill={palette.muted}>
        hardest
      </text>
      <text x={width} y={HEIGHT - 6} fontSize={12} textAnchor="end" fill={palette.muted}>
        easiest
      </text>
      {queries.map(({ id, mean, best, href }, i) => {
        const x = LEFT + (i + 0.5) * step;
        const text = `${id}: mean ${format.score(mean)}, best ${format.score(best)}`;
        const isUnsolved = best === 0;
        const mark = (
          <>
            <title>{text}</title>
            <rect x={x - step / 2} y={TOP} width={step} height={HEIGHT - TOP - BOTTOM} fill="transparent" />
            <Upright
              x={x}
              y={[y(mean), y(best)]}
              stroke={palette.muted}
              strokeWidth={1}
              strokeOpacity={0.6}
            />
            <Level x={[x - size, x + size]} y={y(best)} stroke={palette.muted} strokeWidth={1.5} />
            <circle
              cx={x}
              cy={y(mean)}
              r={size}
              fill={isUnsolved ? palette.ground : palette.accent}
              stroke={isUnsolved ? palette.worse : palette.accent}
              strokeWidth={1.5}
            />
          </>
        );
        return href === undefined ? (
          <g key={id}>{mark}</g>
        ) : (
          // The list of queries has the same links for keys; 150 stops here would be in the way.
          <a key={id} href={href} tabIndex={-1}>
            {mark}
          </a>
        );
      })}
    </Chart>
  );
};
