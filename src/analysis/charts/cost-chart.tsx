import { max, min } from 'd3-array';
import { scaleLinear, scaleLog } from 'd3-scale';
import { Chart } from './chart.js';
import { LabelTexts, placeLabels } from './labels.js';
import { SystemMark, type SystemPoint, Upright } from './marks.js';
import type { Palette } from './palette.js';
import { ScoreAxis } from './score-axis.js';
import { steps } from './steps.js';

/** A system in a chart of quality against a cost. */
export interface CostPoint extends SystemPoint {
  readonly cost: number;
  /** On the front: nothing is as good for less. */
  readonly front: boolean;
  /** Beyond the budget. */
  readonly dear: boolean;
}

const LEFT = 44;
const TOP = 26;
const BOTTOM = 44;
/** Where costs of nothing stand, left of the logarithmic scale. */
const FREE = 74;

/** Quality against a cost, on a logarithmic scale, with the front of systems that no other beats in both. */
export const CostChart = ({
  points,
  measure,
  costTitle,
  costText,
  budget,
  palette,
  width = 900,
  height = 460,
}: {
  points: readonly CostPoint[];
  measure: string;
  costTitle: string;
  costText: (cost: number) => string;
  budget?: number | undefined;
  palette: Palette;
  width?: number;
  height?: number;
}) => {
  const paid = points.filter(({ cost }) => cost > 0).map(({ cost }) => cost);
  const hasFree = paid.length < points.length;
  const left = LEFT + (hasFree ? FREE : 0);
  const right = width - 14;
  const costs = scaleLog()
    .domain([(min(paid) ?? 1) / 1.3, (max(paid) ?? 10) * 1.3])
    .range([left, right]);
  const x = (cost: number): number => (cost > 0 ? costs(cost) : LEFT + FREE / 2 - 6);
  const tops = points.flatMap(({ score, interval }) => [score, interval?.[1] ?? 0]);
  const y = scaleLinear()
    .domain([0, Math.max(0.1, ...tops)])
    .nice()
    .range([height - BOTTOM, TOP]);
  const front = points.filter((point) => point.front).sort((a, b) => a.cost - b.cost || a.score - b.score);
  const labels = placeLabels(
    [...front, ...points.filter((point) => !point.front)].map(
      ({ key, name, cost, score, front: on, own }) => ({
        key,
        x: x(cost),
        y: y(score),
        text: on || own ? short(name) : '',
      }),
    ),
    { width, height: height - BOTTOM, left: LEFT },
  );
  const ticks = costs.ticks(6);
  const round = ticks.filter((tick) => /^[125]/.test(tick.toExponential()));
  return (
    <Chart
      width={width}
      height={height}
      label={`${measure} against ${costTitle}`}
      palette={palette}
      links={points.some(({ href }) => href)}
    >
      <ScoreAxis scale={y} left={LEFT} right={right} palette={palette} title={`${measure} × 100`} />
      {hasFree && (
        <g>
          <Upright x={left - 12} y={[TOP, height - BOTTOM]} stroke={palette.line} strokeDasharray="2 3" />
          <text x={x(0)} y={height - BOTTOM + 18} textAnchor="middle" fontSize={12} fill={palette.muted}>
            {costText(0)}
          </text>
        </g>
      )}
      {paid.length > 0 &&
        (round.length > 1 ? round : ticks).map((tick) => (
          <g key={tick}>
            <Upright x={costs(tick)} y={[TOP, height - BOTTOM]} stroke={palette.line} />
            <text
              x={costs(tick)}
              y={height - BOTTOM + 18}
              textAnchor="middle"
              fontSize={12}
              fill={palette.muted}
            >
              {costText(tick)}
            </text>
          </g>
        ))}
      <text x={right} y={height - 6} textAnchor="end" fontSize={12} fill={palette.muted}>
        {costTitle}
      </text>
      {front.length > 1 && (
        <path
          d={steps(
            front.map(({ cost, score }) => [x(cost), y(score)]),
            right,
          )}
          fill="none"
          stroke={palette.accent}
          strokeWidth={1.5}
          strokeDasharray="5 4"
        />
      )}
      {budget !== undefined && budget > 0 && (
        <g>
          <rect
            x={x(budget)}
            y={TOP}
            width={Math.max(0, right - x(budget))}
            height={height - BOTTOM - TOP}
            fill={palette.muted}
            fillOpacity={0.1}
          />
          <Upright x={x(budget)} y={[TOP, height - BOTTOM]} stroke={palette.text} strokeWidth={1.5} />
        </g>
      )}
      {points.map((point) => (
        <SystemMark
          key={point.key}
          point={point}
          also={costText(point.cost)}
          x={x(point.cost)}
          y={y}
          opacity={point.dear ? 0.35 : 1}
          // Points of the front are walked through by key; the others would be too many.
          tabIndex={point.front ? 0 : -1}
          palette={palette}
        />
      ))}
      <LabelTexts labels={labels} palette={palette} />
    </Chart>
  );
};

const short = (name: string): string => (name.length > 34 ? `${name.slice(0, 33)}…` : name);
