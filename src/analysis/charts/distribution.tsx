import { scaleLinear, scaleLog } from 'd3-scale';
import { Chart, type ChartProps } from './chart.js';
import { columnsOf } from './columns.js';
import { Dot, Level, Upright } from './marks.js';

/** A mean over queries with what it is made of; without a histogram, a mark with its whiskers. */
export interface Spread {
  readonly mean: number;
  readonly interval: readonly [number, number];
  readonly quartiles?: readonly [number, number, number];
  /** Counts between edges; one edge more than counts. */
  readonly histogram?: { readonly edges: readonly number[]; readonly counts: readonly number[] };
}

/** What several distributions share, so that they can be read one above the other. */
export interface SpreadAxis {
  readonly from: number;
  readonly to: number;
  /** Ranks: each step is ten times the one before. */
  readonly log?: boolean;
  tick(value: number): string;
}

/** A value to compare with, such as what chance gives. */
export interface Reference {
  readonly at: number;
  readonly text?: string;
}

const EDGE = 10;
const TICKS = 18;

/** The distribution of a figure over queries: counts as pale columns, quartiles as a box, the mean as a point with its 95 % interval. */
export const Distribution = ({
  of: { mean, interval, quartiles, histogram },
  axis: { from, to, log = false, tick },
  label,
  palette,
  width = 420,
  height = 34,
  ticks = false,
  references = [],
  hollow = false,
}: ChartProps & {
  of: Spread;
  axis: SpreadAxis;
  width?: number;
  /** Of the drawing, without the numbers of its axis. */
  height?: number;
  /** Whether the axis has numbers. */
  ticks?: boolean;
  references?: readonly Reference[];
  /** Nothing is claimed: an interval that includes the reference. */
  hollow?: boolean;
}) => {
  const scale = (log ? scaleLog() : scaleLinear()).domain([from, to]).range([EDGE, width - EDGE]);
  const x = (value: number): number => scale(Math.min(to, Math.max(from, value)));
  const columns = histogram && (log ? histogram : columnsOf(histogram, to - from));
  const most = Math.max(1, ...(columns?.counts ?? []));
  const middle = histogram ? height - 9 : height / 2;
  const named = references.filter(({ text }) => text !== undefined);
  const top = named.length > 0 ? TICKS : 0;
  const shown = log ? powersIn(from, to) : scale.ticks(width < 300 ? 3 : 5);
  const colour = hollow ? palette.muted : palette.accent;
  return (
    <Chart width={width} height={top + height + (ticks ? TICKS : 0)} label={label} palette={palette}>
      {named.map(({ at, text }) => (
        <text
          key={text}
          x={x(at)}
          y={12}
          fontSize={12}
          fill={palette.muted}
          textAnchor={x(at) < width * 0.15 ? 'start' : x(at) > width * 0.85 ? 'end' : 'middle'}
        >
          {text}
        </text>
      ))}
      <g transform={`translate(0 ${top})`}>
        {shown.map((value) => (
          <Upright key={value} x={x(value)} y={[0, height]} stroke={palette.line} />
        ))}
        {columns?.counts.map((count, i) => {
          const [left, right] = [x(columns.edges[i]!), x(columns.edges[i + 1]!)];
          const size = (count / most) * (height - 18);
          return (
            count > 0 && (
              <rect
                key={columns.edges[i]}
                x={left + 0.5}
                y={height - 18 - size + 2}
                width={Math.max(1, right - left - 1)}
                height={size}
                fill={palette.accent}
                fillOpacity={0.2}
              />
            )
          );
        })}
        <Level x={[EDGE, width - EDGE]} y={middle} stroke={palette.line} />
        {references.map(({ at }) => (
          <Upright key={at} x={x(at)} y={[0, height]} stroke={palette.muted} strokeDasharray="3 3" />
        ))}
        {quartiles && (
          <rect
            x={x(quartiles[0])}
            y={middle - 5}
            width={Math.max(1, x(quartiles[2]) - x(quartiles[0]))}
            height={10}
            fill="none"
            stroke={palette.muted}
            strokeOpacity={0.7}
          />
        )}
        {quartiles && (
          <Upright
            x={x(quartiles[1])}
            y={[middle - 5, middle + 5]}
            stroke={palette.muted}
            strokeWidth={1.5}
          />
        )}
        <Level x={[x(interval[0]), x(interval[1])]} y={middle} stroke={colour} strokeWidth={2.5} />
        <Dot x={x(mean)} y={middle} r={4.5} fill={hollow ? palette.ground : colour} stroke={colour} />
        {ticks &&
          shown.map((value) => (
            <text
              key={value}
              x={x(value)}
              y={height + 13}
              fontSize={11}
              fill={palette.muted}
              textAnchor={x(value) <= EDGE + 2 ? 'start' : x(value) >= width - EDGE - 2 ? 'end' : 'middle'}
            >
              {tick(value)}
            </text>
          ))}
      </g>
    </Chart>
  );
};

const powersIn = (from: number, to: number): readonly number[] => {
  const powers: number[] = [];
  for (let power = Math.ceil(Math.log10(from)); 10 ** power <= to; power++) powers.push(10 ** power);
  return powers;
};
