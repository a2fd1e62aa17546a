import { scaleLinear, scaleLog } from 'd3-scale';
import type { SystemKind } from '../page-data/index.js';
import { Chart } from './chart.js';
import { KindMark } from './kind-mark.js';
import type { Palette } from './palette.js';

/** A system with what it costs. */
export interface PricedSystem {
  readonly name: string;
  readonly kind: SystemKind;
  readonly quality: number;
  readonly interval?: readonly [number, number] | undefined;
  readonly cost: number;
  /** No other system is as good for less. */
  readonly front: boolean;
}

const LEFT = 52;
const TOP = 16;
const RIGHT = 30;
const BOTTOM = 50;

/** Quality against a cost, the systems that no other beats joined by a line. Costs grow by factors; what costs nothing stands at the left edge. */
export const QualityCost = ({
  points,
  costName,
  said,
  label,
  palette,
  width = 760,
  height = 420,
}: {
  points: readonly PricedSystem[];
  /** What the horizontal axis is, with its unit. */
  costName: string;
  /** A cost as it is written on the axis. */
  said: (cost: number) => string;
  label: string;
  palette: Palette;
  width?: number;
  height?: number;
}) => {
  const known = points.map(({ cost }) => cost).filter((cost) => cost > 0);
  const low = known.length > 0 ? Math.min(...known) : 1;
  const high = Math.max(low * 10, ...known);
  const log = scaleLog()
    .domain([low / 2, high * 2])
    .range([LEFT, width - RIGHT]);
  const x = (cost: number): number => (cost > 0 ? log(cost) : LEFT);
  const ends = points.flatMap(({ quality, interval }) => [quality, ...(interval ?? [])]);
  const y = scaleLinear()
    .domain([Math.min(0, ...ends), Math.max(0.01, ...ends)])
    .nice()
    .range([height - BOTTOM, TOP]);
  const front = points
    .filter((point) => point.front)
    .sort((a, b) => a.cost - b.cost || b.quality - a.quality);
  return (
    <Chart width={width} height={height} label={label} palette={palette}>
      {y.ticks(5).map((tick) => (
        <g key={tick}>
          <line x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} stroke={palette.line} />
          <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end" fontSize={12} fill={palette.muted}>
            {Math.round(tick * 100)}
          </text>
        </g>
      ))}
      {log
        .ticks(4)
        .filter(isPowerOfTen)
        .map((tick) => (
          <text
            key={tick}
            x={log(tick)}
            y={height - 30}
            textAnchor="middle"
            fontSize={12}
            fill={palette.muted}
          >
            {said(tick)}
          </text>
        ))}
      <text x={(LEFT + width - RIGHT) / 2} y={height - 8} textAnchor="middle">
        {costName}
      </text>
      <polyline
        points={front.map(({ cost, quality }) => `${x(cost)},${y(quality)}`).join(' ')}
        fill="none"
        stroke={palette.muted}
        strokeDasharray="4 4"
      />
      {points.map(({ name, kind, quality, interval, cost, front: best }) => {
        const right = x(cost) < width * 0.66;
        return (
          <g key={name}>
            {interval && (
              <line
                x1={x(cost)}
                x2={x(cost)}
                y1={y(interval[0])}
                y2={y(interval[1])}
                stroke={palette.kinds[kind]}
                strokeWidth={1.5}
              />
            )}
            <KindMark kind={kind} x={x(cost)} y={y(quality)} hollow={!best} palette={palette} />
            <text
              x={x(cost) + (right ? 10 : -10)}
              y={y(quality) - 6}
              textAnchor={right ? 'start' : 'end'}
              fontSize={12}
              fontWeight={best ? 700 : 400}
            >
              {name}
            </text>
          </g>
        );
      })}
    </Chart>
  );
};

const isPowerOfTen = (value: number): boolean => Number.isInteger(Number(Math.log10(value).toFixed(9)));
