import { scaleLinear } from 'd3-scale';
import { format } from '../../platform/tables/index.js';
import type { SystemKind } from '../leaderboard/index.js';
import { Chart } from './chart.js';
import { LabelTexts, placeLabels } from './labels.js';
import { SystemMark } from './marks.js';
import { type DatedPoint, recordsOf, TimeAxis, timeOf, timeScale } from './over-time.js';
import type { Palette } from './palette.js';
import { ScoreAxis } from './score-axis.js';
import { steps } from './steps.js';

const LEFT = 44;
const TOP = 26;
const BOTTOM = 34;
const KIND_NAMES: Readonly<Record<SystemKind, string>> = {
  retriever: 'retriever',
  generated: 'generated text',
  reranked: 'reranked',
};

/** The best score of each kind so far, as steps, over all dated rows; own rows with their intervals. */
export const ProgressChart = ({
  points,
  measure,
  palette,
  width = 980,
  height = 480,
}: {
  points: readonly DatedPoint[];
  measure: string;
  palette: Palette;
  width?: number;
  height?: number;
}) => {
  const right = width - 170;
  const x = timeScale(points, [LEFT, right]);
  const y = scaleLinear()
    .domain([0, Math.max(0.1, ...points.flatMap(({ score, interval }) => [score, interval?.[1] ?? 0]))])
    .nice()
    .range([height - BOTTOM, TOP]);
  const records = (Object.keys(KIND_NAMES) as SystemKind[]).map((kind) => ({
    kind,
    best: recordsOf(points.filter((point) => point.kind === kind && !point.own)),
  }));
  const ends = apart(records.map(({ best }) => (best.length > 0 ? y(best.at(-1)!.score) + 4 : 0)));
  const holders = new Set(records.flatMap(({ best }) => best.map(({ key }) => key)));
  const labels = placeLabels(
    [...points]
      .sort((a, b) => b.score - a.score)
      .map(({ key, name, date, score, own }) => ({
        key,
        x: x(timeOf(date)),
        y: y(score),
        text: holders.has(key) || own ? (name.length > 36 ? `${name.slice(0, 35)}…` : name) : '',
      })),
    { width: right, height: height - BOTTOM, left: LEFT },
  );
  return (
    <Chart
      width={width}
      height={height}
      label={`Best ${measure} by date and kind`}
      palette={palette}
      links={points.some(({ href }) => href)}
    >
      <ScoreAxis scale={y} left={LEFT} right={right} palette={palette} title={`${measure} × 100`} />
      <TimeAxis scale={x} y={height - 12} palette={palette} />
      {records.map(({ kind, best }, place) => {
        if (best.length === 0) return null;
        const last = best.at(-1)!;
        return (
          <g key={kind}>
            <path
              d={steps(
                best.map(({ date, score }) => [x(timeOf(date)), y(score)]),
                right,
              )}
              fill="none"
              stroke={palette.kinds[kind]}
              strokeWidth={2}
            />
            <text x={right + 8} y={ends[place]!} fontSize={12} fill={palette.kinds[kind]} fontWeight={600}>
              {format.score(last.score)} {KIND_NAMES[kind]}
            </text>
          </g>
        );
      })}
      {points.map((point) => {
        const { key, own, date } = point;
        return (
          <SystemMark
            key={key}
            point={point}
            also={date.slice(0, 10)}
            x={x(timeOf(date))}
            y={y}
            opacity={own || holders.has(key) ? 1 : 0.45}
            tabIndex={holders.has(key) || own ? 0 : -1}
            palette={palette}
          />
        );
      })}
      <LabelTexts labels={labels} palette={palette} />
    </Chart>
  );
};

/** Heights of lines of text, moved down where they would cover the one above. */
const apart = (heights: readonly number[]): readonly number[] => {
  const moved = [...heights];
  const order = heights.map((_, i) => i).sort((a, b) => heights[a]! - heights[b]!);
  order.forEach((place, i) => {
    const above = order[i - 1];
    if (above !== undefined) moved[place] = Math.max(moved[place]!, moved[above]! + 15);
  });
  return moved;
};
