import { scaleLinear } from 'd3-scale';
import { renderToStaticMarkup } from 'react-dom/server';
import { Chart } from '../src/analysis/charts/chart.js';
import { paperPalette as palette } from '../src/analysis/charts/palette.js';

/** A row of the summary with all that was measured of it, oldest first. */
interface HistoryRow {
  readonly part: string;
  readonly against: string;
  readonly what: string;
  /** Such as "3 ×", "at most 1.6 ×" or "under 60 s"; empty if nothing is wanted. */
  readonly wanted: string;
  readonly unit: string;
  readonly points: readonly {
    readonly date: string;
    readonly median: number;
    readonly low: number;
    readonly high: number;
  }[];
}

const COLUMNS = 4;
const PANEL = { width: 250, height: 186, gap: 20 };
/** Where a panel's points are drawn, below its titles. */
const PLOT = { top: 76, bottom: 150, right: 190 };
const MARGIN = 24;
const TITLE = 62;
const TITLE_CHARACTERS = 33;

/** The number that a row is held to, and whether more than that is worse. */
const limitOf = (wanted: string) => {
  const [, most, number] = /^(at most|under)?\s*([\d.]+)/.exec(wanted) ?? [];
  return number === undefined ? undefined : { value: Number(number), isMost: most !== undefined };
};

const digits = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

/** `code` marks of Markdown mean nothing in a picture. */
const plain = (text: string): string => text.replaceAll('`', '');

/** A title on as many lines as it needs. */
const wrapped = (text: string): readonly string[] => {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (longer.length > TITLE_CHARACTERS) lines.push(word);
    else lines.splice(-1, 1, longer);
  }
  return lines;
};

const Panel = ({ row, x, y }: { row: HistoryRow; x: number; y: number }) => {
  const { part, against, what, wanted, unit, points } = row;
  const title = wrapped(plain(what));
  const limit = limitOf(wanted);
  const most = Math.max(...points.map(({ high }) => high), limit?.value ?? 0);
  const up = scaleLinear().domain([0, most]).range([PLOT.bottom, PLOT.top]);
  // Evenly spaced: runs come in bursts, and what matters is which came after which.
  const across = scaleLinear()
    .domain([0, Math.max(1, points.length - 1)])
    .range(points.length > 1 ? [5, PLOT.right - 6] : [PLOT.right - 6, PLOT.right - 6]);
  const holds = (value: number) =>
    limit === undefined || (limit.isMost ? value <= limit.value : value >= limit.value);
  const colourOf = (value: number) => (holds(value) ? palette.accent : palette.worse);
  const last = points.at(-1)!;
  const dates = [...new Set([points[0]!, last].map(({ date }) => date.slice(0, 10)))];
  return (
    <g transform={`translate(${x} ${y})`}>
      <title>{`${plain(what)} against ${plain(against)}: ${digits(last.median)} ${unit}`}</title>
      <text fontSize={11} fill={palette.muted} y={10}>
        {part}
      </text>
      {title.map((line, i) => (
        <text key={line} y={27 + 16 * i} fontWeight={600}>
          {line}
        </text>
      ))}
      <text y={27 + 16 * title.length} fontSize={12} fill={palette.muted}>
        {plain(against)}
      </text>
      <line x1={0} x2={PLOT.right} y1={PLOT.bottom} y2={PLOT.bottom} stroke={palette.line} />
      {limit && (
        <line
          x1={0}
          x2={PLOT.right}
          y1={up(limit.value)}
          y2={up(limit.value)}
          stroke={palette.muted}
          strokeDasharray="4 3"
        />
      )}
      <polyline
        points={points.map(({ median }, i) => `${across(i)},${up(median)}`).join(' ')}
        fill="none"
        stroke={palette.muted}
        strokeWidth={1}
        opacity={0.5}
      />
      {points.map(({ median, low, high }, i) => (
        <g key={across(i)} stroke={colourOf(median)} fill={colourOf(median)}>
          <line x1={across(i)} x2={across(i)} y1={up(low)} y2={up(high)} strokeWidth={2} opacity={0.55} />
          <circle cx={across(i)} cy={up(median)} r={i === points.length - 1 ? 4 : 2.8} stroke="none" />
        </g>
      ))}
      <Figures row={row} up={up} colour={colourOf(last.median)} />
      <text x={0} y={PLOT.bottom + 15} fontSize={11} fill={palette.muted}>
        {dates.join(' to ')}
      </text>
    </g>
  );
};

/** The newest median and what is wanted, beside their heights, moved apart where they would cover one another. */
const Figures = ({
  row: { points, unit, wanted },
  up,
  colour,
}: {
  row: HistoryRow;
  up: (value: number) => number;
  colour: string;
}) => {
  const limit = limitOf(wanted);
  const newest = points.at(-1)!.median;
  const at = up(newest) + 5;
  const aim = limit && up(limit.value) + 4;
  const LINE = 15;
  const near = aim !== undefined && Math.abs(aim - at) < LINE;
  // Whichever is the lower of the two goes further down.
  const moved = near ? (aim <= at ? at - LINE : at + LINE) : aim;
  return (
    <g>
      <text x={PLOT.right + 6} y={at} fontSize={14} fontWeight={700} fill={colour}>
        {digits(newest)} {unit}
      </text>
      {limit && (
        <text x={PLOT.right + 6} y={moved} fontSize={11} fill={palette.muted}>
          {limit.isMost ? '≤' : '≥'} {limit.value}
        </text>
      )}
    </g>
  );
};

/** One small panel for each row, as an SVG file: dots are medians, bars reach from the lowest to the highest round. */
export const historyChart = (rows: readonly HistoryRow[]): string => {
  const width = 2 * MARGIN + COLUMNS * PANEL.width + (COLUMNS - 1) * PANEL.gap;
  const height = MARGIN + TITLE + Math.ceil(rows.length / COLUMNS) * PANEL.height;
  const label = 'What the bench measured, run by run';
  const drawn = (
    <Chart width={width} height={height} label={label} palette={palette}>
      <rect width={width} height={height} fill={palette.ground} />
      <text x={MARGIN} y={MARGIN + 14} fontSize={17} fontWeight={700}>
        {label}
      </text>
      <text x={MARGIN} y={MARGIN + 34} fontSize={12} fill={palette.muted}>
        Dots: median of the rounds. Bars: lowest to highest round. Dashed: wanted. Orange: not reached.
      </text>
      {rows.map((row, i) => (
        <Panel
          key={`${row.part} ${row.against} ${row.what}`}
          row={row}
          x={MARGIN + (i % COLUMNS) * (PANEL.width + PANEL.gap)}
          y={MARGIN + TITLE + Math.floor(i / COLUMNS) * PANEL.height}
        />
      ))}
    </Chart>
  );
  return `${renderToStaticMarkup(drawn)}\n`;
};
