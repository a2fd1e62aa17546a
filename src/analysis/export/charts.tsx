import type { ReactElement } from 'react';
import { counted } from '../../core/index.js';
import { format } from '../../platform/tables/index.js';
import {
  CostChart,
  type CostPoint,
  type DatedPoint,
  IntervalRows,
  ProgressChart,
  paperPalette,
  TaskBars,
} from '../charts/index.js';
import { boardRows, COSTS, type CostName, costFront } from '../leaderboard/index.js';
import type { ExportInput } from './format.js';
import { systemKind } from './system-parts.js';

/** A chart of results; undefined where they have nothing to draw. */
type DrawChart = (input: ExportInput) => ReactElement | undefined;

/** Bars beyond this are too thin to read. */
const MOST_BARS = 8;

/** Means with their intervals, best first; published ones have none. */
const means: DrawChart = ({ table, published }) => {
  const rows = boardRows(table, published).flatMap(({ name, source, mean, interval, record }) =>
    mean === undefined
      ? []
      : [
          {
            name: published.length > 0 ? `${name} (${source})` : name,
            value: mean,
            interval,
            hollow: !record,
          },
        ],
  );
  if (rows.length === 0) return undefined;
  return (
    <IntervalRows
      rows={unique(rows)}
      label={`${table.measure}: mean of ${counted(table.meanOf.length, 'task')} with its 95 % interval`}
      palette={paperPalette}
      width={760}
      names={Math.min(420, 24 + 7 * Math.max(...rows.map(({ name }) => name.length)))}
    />
  );
};

const tasks: DrawChart = ({ results, table, headings }) => {
  const systems = table.rows.slice(0, MOST_BARS).map(({ system, name, scores }) => ({
    name,
    scores,
    intervals: Object.fromEntries(
      results
        .filter(({ record }) => record.system === system && Object.hasOwn(scores, record.task.name))
        .flatMap(({ record }) => {
          const interval = record.intervals[table.measure];
          return interval ? [[record.task.name, interval]] : [];
        }),
    ),
  }));
  if (systems.every(({ scores }) => Object.keys(scores).length === 0)) return undefined;
  const best = table.rows.length > MOST_BARS ? `, the best ${MOST_BARS} of ${table.rows.length} systems` : '';
  const label = `${table.measure} by task with 95 % intervals${best}`;
  return (
    <TaskBars
      systems={systems}
      tasks={table.tasks}
      headings={headings}
      label={label}
      palette={paperPalette}
    />
  );
};

const costChart =
  (cost: CostName, costName: string, costText: (cost: number) => string): DrawChart =>
  ({ table, results }) => {
    const front = new Set(costFront(table.rows, [cost]).map(({ system }) => system));
    const points: readonly CostPoint[] = table.rows.flatMap((row) => {
      const value = COSTS[cost](row);
      if (row.mean === undefined || !Number.isFinite(value)) return [];
      return [
        {
          key: row.system,
          name: row.name,
          kind: systemKind(results.find(({ record }) => record.system === row.system)!.record),
          own: true,
          score: row.mean,
          interval: row.interval,
          cost: value,
          front: front.has(row.system),
          dear: false,
        },
      ];
    });
    // Where nothing costs anything there is nothing to weigh.
    if (points.every((point) => point.cost === 0)) return undefined;
    const measure = `mean ${table.measure}`;
    return (
      <CostChart
        points={points}
        measure={measure}
        costTitle={costName}
        costText={costText}
        palette={paperPalette}
      />
    );
  };

/** The best published score of each kind over time, and one's own rows by the day they were run. */
const progress: DrawChart = ({ results, table, published }) => {
  const theirs = published.flatMap(({ entry, mean }): readonly DatedPoint[] =>
    mean === undefined || entry.date === undefined
      ? []
      : [
          {
            key: entry.id,
            name: entry.name,
            kind: KINDS[entry.kind],
            own: false,
            date: entry.date,
            score: mean,
          },
        ],
  );
  if (theirs.length === 0) return undefined;
  const ours = table.rows.flatMap((row): readonly DatedPoint[] => {
    const own = results.filter(({ record }) => record.system === row.system);
    const [date] = own
      .map(({ record }) => record.provenance.at)
      .sort()
      .reverse();
    if (row.mean === undefined || date === undefined) return [];
    const { system: key, name, interval, mean: score } = row;
    return [{ key, name, kind: systemKind(own[0]!.record), own: true, date, score, interval }];
  });
  return (
    <ProgressChart points={[...theirs, ...ours]} measure={`mean ${table.measure}`} palette={paperPalette} />
  );
};

const KINDS = { retriever: 'retriever', gar: 'generated', reranker: 'reranked' } as const;

/** Two rows of a chart may have one name: a published system and one's own of the same source. */
const unique = <T extends { readonly name: string }>(rows: readonly T[]): readonly T[] => [
  ...new Map(rows.map((row) => [row.name, row])).values(),
];

/** Every chart that is exported, by the name of its file. */
export const charts: Readonly<Record<string, DrawChart>> = {
  means,
  tasks,
  'cost-seconds': costChart('seconds', 'seconds per query', format.seconds),
  'cost-usd': costChart('usd', 'US dollars', format.usd),
  'cost-tokens': costChart('tokens', 'tokens', format.count),
  'cost-bytes': costChart('bytes', 'bytes of the index', format.bytes),
  progress,
};
