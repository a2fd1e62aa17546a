import { scaleLinear } from 'd3-scale';
import { format } from '../../platform/tables/index.js';
import { Chart, type ChartProps } from './chart.js';
import { fitted } from './fitted.js';
import { Level, Upright } from './marks.js';
import type { Palette } from './palette.js';

/** A query by its scores under two systems. */
export interface PairPoint {
  readonly key: string;
  readonly name: string;
  readonly a: number;
  readonly b: number;
  /** Where its mark leads to. */
  readonly href?: string;
  readonly chosen?: boolean;
}

const LEFT = 46;
const BOTTOM = 46;
const TOP = 30;
const RIGHT = 10;

/** Scores that are this near are the same, as in the counts next to the chart. */
const SAME = 1e-9;

/** Every query under two systems: above the line B is better, below it A. Queries with the same two scores are one mark, larger. */
export const PairScatter = ({
  points,
  a,
  b,
  measure,
  label,
  palette,
  size = 480,
}: ChartProps & { points: readonly PairPoint[]; a: string; b: string; measure: string; size?: number }) => {
  const top = Math.max(0.1, ...points.flatMap((point) => [point.a, point.b]));
  const x = scaleLinear()
    .domain([0, top])
    .nice(5)
    .range([LEFT, size - RIGHT]);
  const y = scaleLinear()
    .domain(x.domain())
    .range([size - BOTTOM, TOP]);
  const [, end] = x.domain() as [number, number];
  const better = points.filter((point) => point.b - point.a > SAME).length;
  const worse = points.filter((point) => point.a - point.b > SAME).length;
  const half = (size - LEFT) / 2;
  return (
    <Chart width={size} height={size} label={label} palette={palette} links>
      {x.ticks(5).map((tick) => (
        <g key={tick} fontSize={12} fill={palette.muted}>
          <Upright x={x(tick)} y={[TOP, size - BOTTOM]} stroke={palette.line} />
          <Level x={[LEFT, size - RIGHT]} y={y(tick)} stroke={palette.line} />
          <text x={x(tick)} y={size - BOTTOM + 17} textAnchor="middle">
            {Math.round(tick * 100)}
          </text>
          <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
            {Math.round(tick * 100)}
          </text>
        </g>
      ))}
      <line x1={x(0)} y1={y(0)} x2={x(end)} y2={y(end)} stroke={palette.muted} strokeDasharray="3 4" />
      <text x={(LEFT + size - RIGHT) / 2} y={size - 6} textAnchor="middle" fontSize={12} fill={palette.muted}>
        {fitted(`A: ${a}, ${measure} of a query`, size - LEFT, 12)}
      </text>
      <text
        x={-(TOP + size - BOTTOM) / 2}
        y={12}
        textAnchor="middle"
        fontSize={12}
        fill={palette.muted}
        transform="rotate(-90)"
      >
        {fitted(`B: ${b}`, size - BOTTOM, 12)}
      </text>
      {together(points).map((same) => (
        <Mark key={same[0]!.key} same={same} x={x(same[0]!.a)} y={y(same[0]!.b)} palette={palette} />
      ))}
      <g fontSize={13} fontWeight={600}>
        <text x={LEFT} y={16} fill={palette.accent}>
          {fitted(`▲ ${better} better in B`, half, 13)}
        </text>
        <text x={size - RIGHT} y={16} textAnchor="end" fill={palette.worse}>
          {fitted(`▼ ${worse} better in A`, half, 13)}
        </text>
      </g>
    </Chart>
  );
};

/** Points at the same place, those chosen last so that nothing covers them. */
const together = (points: readonly PairPoint[]): readonly (readonly PairPoint[])[] => {
  const places = new Map<string, PairPoint[]>();
  for (const point of points) {
    const place = `${point.a.toFixed(4)} ${point.b.toFixed(4)}`;
    places.set(place, [...(places.get(place) ?? []), point]);
  }
  const isChosen = (same: readonly PairPoint[]): number => Number(same.some(({ chosen }) => chosen));
  return [...places.values()].sort((one, other) => isChosen(one) - isChosen(other));
};

type MarkProps = { same: readonly PairPoint[]; x: number; y: number; palette: Palette };
const Mark = ({ same, x, y, palette }: MarkProps) => {
  const { a, b } = same[0]!;
  const first = same.find(({ chosen }) => chosen) ?? same[0]!;
  const reach = 5 + 1.6 * Math.sqrt(same.length - 1);
  const text = `${same.map(({ name }) => name).join(', ')}: ${format.score(a)} → ${format.score(b)}`;
  const shape =
    Math.abs(b - a) <= SAME ? (
      <circle cx={x} cy={y} r={reach * 0.8} fill={palette.muted} fillOpacity={0.55} />
    ) : b > a ? (
      <path d={triangle(x, y, -reach)} fill={palette.accent} fillOpacity={0.75} />
    ) : (
      <path d={triangle(x, y, reach)} fill={palette.worse} fillOpacity={0.75} />
    );
  const mark = (
    <>
      <title>{text}</title>
      {first.chosen && (
        <circle cx={x} cy={y} r={reach + 5} fill="none" stroke={palette.text} strokeWidth={1.5} />
      )}
      {shape}
    </>
  );
  // The list of queries has the same links for keys; hundreds of stops here would be in the way.
  return first.href === undefined ? (
    <g>{mark}</g>
  ) : (
    <a href={first.href} tabIndex={-1} aria-label={text}>
      {mark}
    </a>
  );
};

/** A triangle that points up for a negative reach, down for a positive one. */
const triangle = (x: number, y: number, reach: number): string => {
  const side = Math.abs(reach);
  return `M${x - side} ${y - reach * 0.7}L${x + side} ${y - reach * 0.7}L${x} ${y + reach * 0.95}Z`;
};
