import { scaleLinear } from 'd3-scale';
import { groupBy } from '../../core/index.js';
import { format } from '../../platform/tables/index.js';
import { Chart, type ChartProps } from './chart.js';
import { Level, Linked, Upright } from './marks.js';

/** A query by its score and by what became of its answer. */
export interface AnswerPoint {
  readonly key: string;
  readonly name: string;
  readonly score: number;
  /** Null where that is not known. */
  readonly right: boolean | null;
  /** Where its mark leads to. */
  readonly href?: string;
}

const LEFT = 104;
const RIGHT = 14;
const TOP = 8;
const ROW = 64;
const BOTTOM = 40;

/** Queries on a line by their scores, those answered right above those answered wrong, with the mean of each. Queries with the same score are one mark, larger. */
export const AnswerStrip = ({
  points,
  measure,
  label,
  palette,
  width = 680,
}: ChartProps & { points: readonly AnswerPoint[]; measure: string; width?: number }) => {
  const x = scaleLinear()
    .domain([0, 1])
    .range([LEFT, width - RIGHT]);
  const rows = (
    [
      ['Right', true, palette.accent],
      ['Wrong', false, palette.worse],
      ['Not known', null, palette.muted],
    ] as const
  )
    .map(([name, right, colour]) => ({ name, colour, of: points.filter((each) => each.right === right) }))
    .filter(({ name, of }) => of.length > 0 || name !== 'Not known');
  const end = TOP + rows.length * ROW;
  return (
    <Chart width={width} height={end + BOTTOM} label={label} palette={palette} links>
      {x.ticks(5).map((tick) => (
        <g key={tick} fontSize={12} fill={palette.muted}>
          <Upright x={x(tick)} y={[TOP, end]} stroke={palette.line} />
          <text x={x(tick)} y={end + 17} textAnchor="middle">
            {Math.round(tick * 100)}
          </text>
        </g>
      ))}
      <text
        x={(LEFT + width - RIGHT) / 2}
        y={end + 35}
        textAnchor="middle"
        fontSize={12}
        fill={palette.muted}
      >
        {measure} of a query × 100
      </text>
      {rows.map(({ name, colour, of }, i) => {
        const y = TOP + (i + 0.5) * ROW;
        const mean = of.reduce((sum, { score }) => sum + score, 0) / of.length;
        return (
          <g key={name}>
            <text x={0} y={y - 2} fontWeight={600} fill={colour}>
              {of.length} {name.toLowerCase()}
            </text>
            <text x={0} y={y + 15} fontSize={12} fill={palette.muted}>
              {of.length > 0 ? `mean ${format.score(mean)}` : 'none'}
            </text>
            <Level x={[x(0), x(1)]} y={y} stroke={palette.line} />
            {together(of).map((same) => (
              <Linked key={same[0]!.key} href={same[0]!.href} tabIndex={-1}>
                <circle
                  cx={x(same[0]!.score)}
                  cy={y}
                  r={4.5 + 1.6 * Math.sqrt(same.length - 1)}
                  fill={name === 'Wrong' ? palette.ground : colour}
                  stroke={colour}
                  strokeWidth={1.8}
                  fillOpacity={0.7}
                >
                  <title>{`${same.map((each) => each.name).join(', ')}: ${format.score(same[0]!.score)}, ${name.toLowerCase()}`}</title>
                </circle>
              </Linked>
            ))}
            {of.length > 0 && (
              <Upright
                x={x(mean)}
                y={[y - 22, y + 22]}
                stroke={colour}
                strokeWidth={2.5}
                pointerEvents="none"
              />
            )}
          </g>
        );
      })}
    </Chart>
  );
};

/** Points at the same place, the many first so that the few are drawn over them. */
const together = (points: readonly AnswerPoint[]): readonly (readonly AnswerPoint[])[] =>
  [...groupBy(points, ({ score }) => score.toFixed(4)).values()].sort((a, b) => b.length - a.length);
