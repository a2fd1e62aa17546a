import { Chart, type ChartProps } from './chart.js';

const ROW = 24;
const NAMES = 130;
const NUMBERS = 44;

/** At most so many rows between "no system" and "all". */
const GROUPS = 8;

interface Row {
  readonly name: string;
  readonly queries: number;
}

/** How many queries were solved by no system, by few, by all. */
const rowsOf = (solvedBy: readonly number[], systems: number): readonly Row[] => {
  const between = Math.max(0, systems - 1);
  const size = Math.max(1, Math.ceil(between / GROUPS));
  const count = (from: number, to: number): number =>
    solvedBy.filter((each) => each >= from && each <= to).length;
  const rows: Row[] = [{ name: 'no system', queries: count(0, 0) }];
  for (let from = 1; from <= between; from += size) {
    const to = Math.min(between, from + size - 1);
    rows.push({ name: from === to ? `${from} of ${systems}` : `${from} to ${to}`, queries: count(from, to) });
  }
  if (systems > 0)
    rows.push({ name: systems === 1 ? 'the system' : `all ${systems}`, queries: count(systems, systems) });
  return rows;
};

/** The distribution of difficulty: queries by how many systems find something relevant for them. */
export const SolvedBy = ({
  solvedBy,
  systems,
  label,
  palette,
  width = 360,
}: ChartProps & {
  /** Of each query. */
  solvedBy: readonly number[];
  systems: number;
  width?: number;
}) => {
  const rows = rowsOf(solvedBy, systems);
  const most = Math.max(1, ...rows.map(({ queries }) => queries));
  return (
    <Chart width={width} height={rows.length * ROW + 4} label={label} palette={palette}>
      {rows.map(({ name, queries }, i) => {
        const y = i * ROW;
        const length = (queries / most) * (width - NAMES - NUMBERS);
        return (
          <g key={name}>
            <text x={NAMES - 10} y={y + 16} textAnchor="end" fill={palette.muted}>
              {name}
            </text>
            {queries > 0 && (
              <rect
                x={NAMES}
                y={y + 4}
                width={length}
                height={ROW - 8}
                rx={2}
                fill={i === 0 ? palette.worse : palette.accent}
                fillOpacity={i === 0 ? 1 : 0.65}
              />
            )}
            <text x={NAMES + length + 6} y={y + 16} fontWeight={600}>
              {queries}
            </text>
          </g>
        );
      })}
    </Chart>
  );
};
