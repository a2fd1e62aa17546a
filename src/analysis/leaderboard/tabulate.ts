import { counted, groupBy } from '../../core/index.js';
import { macroIntervals } from '../../evaluation/statistics/index.js';
import { factsOf, isIncomplete, type Result } from '../../experiment/record/index.js';
import { type SystemCost, systemCost } from './system-cost.js';

/** What a table of results shows. */
export interface ResultTableView {
  /** The measure shown, for example `nDCG@10`. */
  readonly measure: string;
  /** Column order; tasks without a result of any system are left out. By default the order of appearance. */
  readonly tasks?: readonly string[];
  /** The tasks of the means. By default those that every system was run on: one task more of one system then changes no rank. */
  readonly meanOf?: readonly string[];
  /** Counts results that lack something because work failed. */
  readonly includeIncomplete?: boolean;
}

/** A system's scores and means. */
export interface ResultTableRow {
  readonly system: string;
  readonly name: string;
  /** By task, of what is counted; a task this system was not run on is absent. */
  readonly scores: Readonly<Record<string, number>>;
  /** Unweighted mean over `meanOf`; absent when one of these tasks is missing, so that no mean hides a gap. */
  readonly mean?: number;
  /** 95 % bootstrap interval of the mean, queries resampled within their task. */
  readonly interval?: readonly [number, number];
  /** Mean over all queries of these tasks. */
  readonly queryWeighted?: number;
  /** Mean without the tasks whose data another benchmark has: Biology is BRIGHT's and may have been trained on. */
  readonly withoutBiology?: number;
  /** Unweighted mean over those of each family, where none is missing. */
  readonly families: Readonly<Record<string, number>>;
  /** Scores by task of results that are incomplete, counted or not. */
  readonly incomplete?: Readonly<Record<string, number>>;
  /** Tasks of the means that have no score. */
  readonly missingTasks: readonly string[];
  /** Of a document, for systems that keep vectors. */
  readonly bytesPerVector?: number;
  /** On the tasks of the means that this system was run on; where there are none, on all of the table. */
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
  /** Those that the means are over. */
  readonly meanOf: readonly string[];
  readonly rows: readonly ResultTableRow[];
}

/** A result; without the scores of its queries its row has no interval and no mean of queries. */
export type TabledResult = Pick<Result, 'record'> & Partial<Result>;

/** The table that results make: command line, page and exports print these rows. */
export const tabulate = (results: readonly TabledResult[], view: ResultTableView): ResultTable => {
  const { measure, tasks } = view;
  const present = [...new Set(results.map((result) => result.record.task.name))];
  const columns = tasks ? tasks.filter((task) => present.includes(task)) : present;
  const systems = [...groupBy(results, (result) => result.record.system).values()];
  const meanOf = view.meanOf
    ? columns.filter((task) => view.meanOf!.includes(task))
    : tasksOfAll(columns, systems);
  const familyOf = new Map(results.map(({ record: { task } }) => [task.name, task.family ?? '']));
  const rows = withIntervals(systems.map((own) => tableRow(own, view, columns, meanOf, familyOf)));
  return { measure, means: MEANS, tasks: columns, meanOf, rows: rows.sort(byMean) };
};

/** Tasks with a result of every system: what means are over unless others are chosen. Work that failed leaves a gap in its own row, and no other. */
export const tasksOfAll = (
  tasks: readonly string[],
  systems: readonly (readonly TabledResult[])[],
): readonly string[] =>
  tasks.filter((task) => systems.every((own) => own.some(({ record }) => record.task.name === task)));

/** What the means are over, where that is not every task of the table: a line over it. `of`: whose tasks they are. */
export const meanLine = (
  { tasks, meanOf, rows }: { readonly [Part in 'tasks' | 'meanOf' | 'rows']: readonly unknown[] },
  of = ` that all ${rows.length > 0 ? `${rows.length} ` : ''}systems have`,
): string => {
  const left = tasks.filter((task) => !meanOf.includes(task));
  if (left.length === 0) return '';
  const means =
    meanOf.length > 0 ? `Mean of ${counted(meanOf.length, 'task')}${of}` : `No mean: there is no task${of}`;
  return `${means}; ${counted(left.length, 'task')} left out: ${left.join(', ')}`;
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
  results: readonly TabledResult[],
  { measure, includeIncomplete = false }: ResultTableView,
  tasks: readonly string[],
  meanOf: readonly string[],
  familyOf: ReadonlyMap<string, string>,
): Row => {
  const byTask = new Map(results.map((result) => [result.record.task.name, result]));
  const found = tasks.flatMap((task) => byTask.get(task) ?? []);
  const inMean = ({ record }: TabledResult): boolean => meanOf.includes(record.task.name);
  const known = found.filter(({ record }) => record.scores[measure] !== undefined);
  const incomplete = known.filter(isIncomplete);
  const scored = known.filter((result) => includeIncomplete || !isIncomplete(result));
  const scores = scoresOf(scored, measure);
  const missingTasks = meanOf.filter((task) => !scores.some(([name]) => name === task));
  const averaged = scored.filter(inMean);
  const perQuery = averaged.flatMap(({ queries }) =>
    queries ? [queries.flatMap((query) => query.scores[measure] ?? [])] : [],
  );
  const hasQueries = perQuery.length === averaged.length;
  const { system, name, facts } = results[0]!.record;
  const { bytesPerVector } = factsOf(facts);
  const whole = missingTasks.length === 0 && averaged.length > 0;
  const row = {
    system,
    name,
    scores: Object.fromEntries(scores),
    ...(whole && summarise(averaged, measure, hasQueries ? perQuery : undefined)),
    families: families(averaged, measure, missingTasks, familyOf),
    ...(incomplete.length > 0 && { incomplete: Object.fromEntries(scoresOf(incomplete, measure)) }),
    missingTasks,
    cost: systemCost(meanOf.length > 0 ? found.filter(inMean) : found),
    ...(bytesPerVector !== undefined && { bytesPerVector }),
  };
  return { row, ...(whole && hasQueries && { perQuery }) };
};

const scoresOf = (
  results: readonly TabledResult[],
  measure: string,
): readonly (readonly [string, number])[] =>
  results.map(({ record }) => [record.task.name, record.scores[measure]!]);

const summarise = (
  results: readonly TabledResult[],
  measure: string,
  perQuery: readonly (readonly number[])[] | undefined,
) => {
  const of = (chosen: readonly TabledResult[]): number =>
    mean(chosen.map(({ record }) => record.scores[measure]!));
  const others = results.filter(({ record }) => record.task.sameAs === undefined);
  return {
    mean: of(results),
    ...(perQuery && { queryWeighted: mean(perQuery.flat()) }),
    ...(others.length > 0 && others.length < results.length && { withoutBiology: of(others) }),
  };
};

const families = (
  results: readonly TabledResult[],
  measure: string,
  missing: readonly string[],
  familyOf: ReadonlyMap<string, string>,
): Record<string, number> => {
  const groups = groupBy(results, ({ record }) => record.task.family ?? '');
  for (const family of ['', ...missing.map((task) => familyOf.get(task)!)]) groups.delete(family);
  return Object.fromEntries(
    [...groups].map(([family, own]) => [family, mean(own.map(({ record }) => record.scores[measure]!))]),
  );
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
