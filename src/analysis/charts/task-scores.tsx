import { scaleBand, scaleLinear } from 'd3-scale';
import { format } from '../../platform/tables/index.js';
import { Chart, type ChartProps } from './chart.js';
import { Upright } from './marks.js';
import { ScoreTicks } from './score-axis.js';

/** A system's scores by task, for bars side by side. */
export interface TaskScores {
  readonly name: string;
  /** By task; a task without a score has no bar. */
  readonly scores: Readonly<Record<string, number>>;
  readonly intervals: Readonly<Record<string, readonly [number, number]>>;
}

/** Told apart in print too: from dark to light, then the second colour. */
const SHADES = ['#1d3f7a', '#4a7bd0', '#a8c3ee', '#b04a10', '#e08f5c', '#f3cdb3', '#1f7a61', '#7fc4af'];

const LEFT = 44;
const TOP = 14;
const PLOT = 260;
const KEY = 20;

/** Bars of several systems per task, each with its 95 % interval. */
export const TaskBars = ({
  systems,
  tasks,
  headings,
  label,
  palette,
  width = 900,
}: ChartProps & {
  systems: readonly TaskScores[];
  tasks: readonly string[];
  headings: readonly string[];
  width?: number;
}) => {
  const ends = systems.flatMap(({ scores, intervals }) => [
    ...Object.values(scores),
    ...Object.values(intervals).flat(),
  ]);
  const y = scaleLinear()
    .domain([0, Math.max(0.01, ...ends)])
    .nice()
    .range([TOP + PLOT, TOP]);
  const group = scaleBand()
    .domain(tasks)
    .range([LEFT, width - 4])
    .paddingInner(0.22)
    .paddingOuter(0.1);
  const bar = scaleBand()
    .domain(systems.map((_, i) => String(i)))
    .range([0, group.bandwidth()])
    .paddingInner(0.08);
  const shade = (i: number): string => SHADES[i % SHADES.length]!;
  const height = TOP + PLOT + 34 + systems.length * KEY;
  return (
    <Chart width={width} height={height} label={label} palette={palette}>
      <ScoreTicks scale={y} count={5} left={LEFT} right={width - 4} palette={palette} />
      {tasks.map((task, i) => (
        <text
          key={task}
          x={group(task)! + group.bandwidth() / 2}
          y={TOP + PLOT + 18}
          textAnchor="middle"
          fontSize={12}
        >
          {headings[i]}
        </text>
      ))}
      {systems.map(({ name, scores, intervals }, i) =>
        tasks.map((task) => {
          const score = Object.hasOwn(scores, task) ? scores[task]! : undefined;
          if (score === undefined) return null;
          const x = group(task)! + bar(String(i))!;
          const interval = Object.hasOwn(intervals, task) ? intervals[task] : undefined;
          const middle = x + bar.bandwidth() / 2;
          return (
            <g key={`${name} ${task}`}>
              <rect
                x={x}
                y={y(score)}
                width={bar.bandwidth()}
                height={Math.max(0, y(0) - y(score))}
                fill={shade(i)}
              >
                <title>{`${name}, ${task}: ${format.score(score)}`}</title>
              </rect>
              {interval &&
                // Light around dark, to be seen on any bar.
                [palette.ground, palette.text].map((stroke, layer) => (
                  <Upright
                    key={stroke}
                    x={middle}
                    y={[y(interval[0]), y(interval[1])]}
                    stroke={stroke}
                    strokeWidth={layer === 0 ? 4 : 1.5}
                  />
                ))}
            </g>
          );
        }),
      )}
      {systems.map(({ name }, i) => (
        <g key={name}>
          <rect x={LEFT} y={TOP + PLOT + 32 + i * KEY} width={12} height={12} fill={shade(i)} />
          <text x={LEFT + 20} y={TOP + PLOT + 42 + i * KEY}>
            {name}
          </text>
        </g>
      ))}
    </Chart>
  );
};
