import { scaleLinear } from 'd3-scale';
import { format } from '../../platform/tables/index.js';
import { Chart, type ChartProps } from './chart.js';
import { fitted } from './fitted.js';
import { Dot, Level, Linked, Upright } from './marks.js';

/** A number with its interval, as a row of a chart. */
export interface IntervalRow {
  readonly name: string;
  readonly value: number;
  readonly interval?: readonly [number, number] | undefined;
  /** Set in bold, and drawn larger: a mean over the others. */
  readonly strong?: boolean;
  /** Filled where a test supports it; scores without a test are filled too. */
  readonly hollow?: boolean;
  /** At the end of the row, in place of the number. */
  readonly text?: string;
  /** In small letters after the name: how many queries. */
  readonly note?: string;
  /** Where the name leads to. */
  readonly href?: string;
  readonly chosen?: boolean;
}

const ROW = 34;
/** Of names at most, and their share of a narrow chart. */
const NAMES = 190;
const NAMES_SHARE = 0.42;
const NUMBERS = 66;

/** Rows of points with whiskers on one scale: scores of tasks, or differences around zero. */
export const IntervalRows = ({
  rows,
  label,
  palette,
  width = 560,
  names = Math.min(NAMES, width * NAMES_SHARE),
  zero = false,
  difference = false,
}: ChartProps & {
  rows: readonly IntervalRow[];
  width?: number;
  /** Room for the names of the rows. */
  names?: number;
  /** A line at zero: "no difference". */
  zero?: boolean;
  /** Numbers are differences and have a sign. */
  difference?: boolean;
}) => {
  const ends = rows.flatMap(({ value, interval }) => [value, ...(interval ?? [])]);
  const scale = scaleLinear()
    .domain([Math.min(0, ...ends), Math.max(...ends, 0.01)])
    .nice()
    .range([names, width - NUMBERS - 6]);
  const height = rows.length * ROW + 34;
  const valueText = difference ? format.difference : format.score;
  return (
    <Chart
      width={width}
      height={height}
      label={label}
      palette={palette}
      links={rows.some(({ href }) => href !== undefined)}
    >
      {scale.ticks(width < 460 ? 2 : 5).map((tick) => (
        <g key={tick}>
          <Upright x={scale(tick)} y={[4, height - 26]} stroke={palette.line} />
          <text x={scale(tick)} y={height - 8} textAnchor="middle" fontSize={12} fill={palette.muted}>
            {`${Math.round(tick * 100)}`.replace('-', '−')}
          </text>
        </g>
      ))}
      {zero && <Upright x={scale(0)} y={[0, height - 26]} stroke={palette.muted} strokeDasharray="3 4" />}
      {rows.map(({ name, value, interval, strong, hollow, text, note, href, chosen }, i) => {
        const y = i * ROW + ROW / 2;
        // What no test supports has no colour of better or worse.
        const colour = hollow ? palette.muted : difference && value < 0 ? palette.worse : palette.accent;
        const weight = strong || chosen ? 700 : 400;
        const shown = (
          <text x={0} y={y + 4} fontWeight={weight}>
            <title>{name}</title>
            {fitted(name, names - 16 - (note ? note.length * 7 + 8 : 0))}
            {note && (
              <tspan dx={8} fontSize={12} fontWeight={400} fill={palette.muted}>
                {note}
              </tspan>
            )}
          </text>
        );
        return (
          <g key={name}>
            <Linked href={href}>{shown}</Linked>
            {interval && (
              <Level
                x={[scale(interval[0]), scale(interval[1])]}
                y={y}
                stroke={colour}
                strokeWidth={strong ? 3 : 2}
              />
            )}
            <Dot
              x={scale(value)}
              y={y}
              r={strong ? 6.5 : 5}
              fill={hollow ? palette.ground : colour}
              stroke={colour}
            />
            <text
              x={width}
              y={y + 4}
              textAnchor="end"
              fontWeight={strong || (difference && !hollow) ? 700 : 400}
              fill={difference ? colour : palette.text}
            >
              {text ?? valueText(value)}
            </text>
          </g>
        );
      })}
    </Chart>
  );
};
