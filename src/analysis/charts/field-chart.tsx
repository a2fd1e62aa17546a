import { range } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { format } from '../../platform/tables/index.js';
import type { SystemKind } from '../leaderboard/index.js';
import { Chart, type ChartProps } from './chart.js';
import { LabelTexts, placeLabels } from './labels.js';
import { KindMark, SystemMark } from './marks.js';
import { type DatedPoint, recordsOf, TimeAxis, timeOf, timeScale } from './over-time.js';
import { ScoreAxis } from './score-axis.js';
import { steps } from './steps.js';

/** A published system. */
export interface FieldPoint extends DatedPoint {
  /** The recipe that follows it. */
  readonly recipe?: string | undefined;
}

const [LEFT, TOP, BOTTOM] = [44, 34, 34];
const LEGEND: readonly (readonly [SystemKind, boolean, string, number])[] = [
  ['retriever', true, 'retriever', 90],
  ['generated', true, 'with generated text', 150],
  ['reranked', true, 'reranked', 90],
  ['reranked', false, 'filled: a [recipe] follows it', 180],
];

/** Every dated published system, the best so far as one line of steps, and those that a recipe follows, filled and by its name. */
export const FieldChart = ({
  points,
  measure,
  label,
  palette,
  width = 940,
  height = 480,
}: ChartProps & { points: readonly FieldPoint[]; measure: string; width?: number; height?: number }) => {
  const right = width - 14;
  // Names of the oldest points find room to their left.
  const x = timeScale(points, [LEFT + 44, right]);
  const y = scaleLinear()
    .domain([0, Math.max(0.1, ...points.map(({ score }) => score))])
    .nice()
    .range([height - BOTTOM, TOP]);
  const best = recordsOf(points);
  const records = new Set(best.map(({ key }) => key));
  const textOf = ({ key, name, recipe, score }: FieldPoint): string => {
    const names = [...(records.has(key) ? [name] : []), ...(recipe === undefined ? [] : [`[${recipe}]`])];
    return names.length === 0 ? '' : `${format.score(score)} ${names.join(' ')}`;
  };
  const byScore = [...points].sort((a, b) => b.score - a.score);
  const labels = placeLabels(
    [
      ...[...best, ...byScore.filter(({ key }) => !records.has(key))].map((point) => ({
        key: point.key,
        x: x(timeOf(point.date)),
        y: y(point.score),
        text: textOf(point),
      })),
      // No name runs through the line.
      ...best.flatMap(({ date, score }, i) => {
        const next = best[i + 1];
        const end = next ? x(timeOf(next.date)) : right;
        return [
          ...range(x(timeOf(date)), end, 8).map((at) => [at, y(score)] as const),
          ...(next ? range(y(next.score), y(score), 8).map((at) => [end, at] as const) : []),
        ].map(([at, level]) => ({ key: '', x: at, y: level, text: '' }));
      }),
    ],
    { width: right, height: height - BOTTOM, left: LEFT },
  );
  return (
    <Chart width={width} height={height} label={label} palette={palette}>
      <ScoreAxis scale={y} left={LEFT} right={right} palette={palette} title={`${measure} × 100`} />
      <TimeAxis scale={x} y={height - 12} palette={palette} />
      {LEGEND.map(([kind, hollow, text], i) => {
        const from = right - LEGEND.slice(i).reduce((sum, [, , , room]) => sum + room, 0);
        return (
          <g key={text}>
            <KindMark kind={kind} x={from} y={8} hollow={hollow} palette={palette} />
            <text x={from + 10} y={12} fontSize={12} fill={palette.muted}>
              {text}
            </text>
          </g>
        );
      })}
      <path
        d={steps(
          best.map(({ date, score }) => [x(timeOf(date)), y(score)]),
          right,
        )}
        fill="none"
        stroke={palette.accent}
        strokeWidth={2}
      />
      {[...points].sort(recipesLast).map((point) => (
        <SystemMark
          key={point.key}
          point={{ ...point, own: point.recipe !== undefined }}
          also={point.date}
          x={x(timeOf(point.date))}
          y={y}
          opacity={point.recipe !== undefined || records.has(point.key) ? 1 : 0.45}
          tabIndex={-1}
          palette={palette}
        />
      ))}
      <LabelTexts labels={labels} palette={palette} />
    </Chart>
  );
};

/** So that no other mark covers one that a recipe follows. */
const recipesLast = (a: FieldPoint, b: FieldPoint): number =>
  Number(a.recipe !== undefined) - Number(b.recipe !== undefined);
