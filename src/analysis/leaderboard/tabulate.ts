import { groupBy } from '../../core/index.js';
import { macroIntervals } from '../../evaluation/statistics/index.js';
import { factsOf, isIncomplete, type Result } from '../../experiment/record/index.js';
import { type SystemCost, systemCost } from './system-cost.js';

/** What a table of results shows. */
export interface ResultTableView {
  /** The measure shown, for example `nDCG@10`. */
  readonly measure: string;
  /** Column order; tasks without a result of any system are left out. By default the order of appearance. */
  readonly tasks?: readonly string[];
  /** Counts results that lack something because work failed. */
  readonly includeIncomplete?: boolean;
}

/** A system's scores and means. */
export interface ResultTableRow {
  readonly system: string;
  readonly name: string;
  /** By task, of what is counted; a task this system was not run on is absent. */
  readonly scores: Readonly<Record<string, number>>;
  /** Unweighted mean over the table's tasks; absent when one of them is missing, so that no mean hides a gap. */
  readonly mean?: number;
  /** 95 % bootstrap interval of the mean, queries resampled within their task. */
  readonly interval?: readonly [number, number];
  /** Mean over all queries of all tasks. */
  readonly queryWeighted?: number;
  /** Mean without the tasks whose data another benchmark has: Biology is BRIGHT's and may have been trained on. */
  readonly withoutBiology?: number;
  /** Unweighted mean over the tasks of each family. */
  readonly families: Readonly<Record<string, number>>;
  /** Scores by task of results that are incomplete, counted or not. */
  readonly incomplete?: Readonly<Record<string, number>>;
  readonly missingTasks: readonly string[];
  /** Of a document, for systems that keep vectors. */
  readonly bytesPerVector?: number;
  /** On the tasks of the table that this system was run on. */
  readonly cost: SystemCost;
}

/** What the means of a row are: every task counts the same, or every query. */
const MEANS = {
  mean: 'mean of tasks',
  withoutBiology: 'mean of tasks',
  families: 'mean of tasks',
  queryWeighted: 'mean of queries',
} as const;

/** A table of results. */
export interface ResultTable {
  readonly measure: string;
  /** What the means of a row are, by field. */
  readonly means: typeof MEANS;
  readonly tasks: readonly string[];
  readonly rows: readonly ResultTableRow[];
}

/** The table that results make: command line, page and exports print these rows. */
export const tabulate = (results: readonly Result[], view: ResultTableView): ResultTable => {
  const { measure, tasks } = view;
  const present = [...new Set(results.map((result) => result.record.task.name))];
  const columns = tasks ? tasks.filter((task) => present.includes(task)) : present;
  const systems = groupBy(results, (result) => result.record.system);
  const rows = withIntervals([...systems.values()].map((own) => tableRow(own, view, columns)));
  return { measure, means: MEANS, tasks: columns, rows: rows.sort(byMean) };
};

/** A row without its interval; the intervals of all rows are made together, which is many times faster. */
interface Row {
  readonly row: Omit<ResultTableRow, 'interval'>;
  /** Scores by task and query where all tasks are there. */
  readonly perQuery?: readonly (readonly number[])[];
}

const withIntervals = (rows: readonly Row[]): ResultTableRow[] => {
  const intervals = macroIntervals(rows.flatMap(({ perQuery }) => (perQuery ? [perQuery] : []))).values();
  return rows.map(({ row, perQuery }) => {
    if (!perQuery) return row;
    const { low, high } = intervals.next().value!;
    const { system, name, scores, mean: whole, ...rest } = row;
    return {
      system,
      name,
      scores,
      ...(whole !== undefined && { mean: whole }),
      interval: [low, high],
      ...rest,
    };
  });
};

const byMean = (a: ResultTableRow, b: ResultTableRow): number =>
  (b.mean ?? -1) - (a.mean ?? -1) || (a.system < b.system ? -1 : 1);

const tableRow = (
  results: readonly Result[],
  { measure, includeIncomplete = false }: ResultTableView,
  tasks: readonly string[],
): Row => {
  const byTask = new Map(results.map((result) => [result.record.task.name, result]));
  const found = tasks.flatMap((task) => byTask.get(task) ?? []);
  const known = found.filter(({ record }) => record.scores[measure] !== undefined);
  const incomplete = known.filter(isIncomplete);
  const scored = known.filter((result) => includeIncomplete || !isIncomplete(result));
  const scores = scoresOf(scored, measure);
  const missingTasks = tasks.filter((task) => !scores.some(([name]) => name === task));
  const perQuery = scored.map(({ queries }) => queries.flatMap((query) => query.scores[measure] ?? []));
  const { system, name, facts } = results[0]!.record;
  const { bytesPerVector } = factsOf(facts);
  const whole = missingTasks.length === 0 && scores.length > 0;
  const row = {
    system,
    name,
    scores: Object.fromEntries(scores),
    ...(whole && summarise(scored, measure, perQuery)),
    families: families(scored, measure),
    ...(incomplete.length > 0 && { incomplete: Object.fromEntries(scoresOf(incomplete, measure)) }),
    missingTasks,
    cost: systemCost(found),
    ...(bytesPerVector !== undefined && { bytesPerVector }),
  };
  return { row, ...(whole && { perQuery }) };
};

const scoresOf = (results: readonly Result[], measure: string): readonly (readonly [string, number])[] =>
  results.map(({ record }) => [record.task.name, record.scores[measure]!]);

const summarise = (results: readonly Result[], measure: string, perQuery: readonly (readonly number[])[]) => {
  const of = (chosen: readonly Result[]): number => mean(chosen.map(({ record }) => record.scores[measure]!));
  const others = results.filter(({ record }) => record.task.sameAs === undefined);
  return {
    mean: of(results),
    queryWeighted: mean(perQuery.flat()),
    ...(others.length > 0 && others.length < results.length && { withoutBiology: of(others) }),
  };
};

const families = (results: readonly Result[], measure: string): Record<string, number> => {
  const groups = groupBy(results, ({ record }) => record.task.family ?? '');
  groups.delete('');
  return Object.fromEntries(
    [...groups].map(([family, own]) => [family, mean(own.map(({ record }) => record.scores[measure]!))]),
  );
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
