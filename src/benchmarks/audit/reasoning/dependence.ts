import {
  bootstrapInterval,
  type IntervalOptions,
  meanOf,
  quartiles,
  spearman,
} from '../../../evaluation/statistics/index.js';
import type { QueryNeed, ScoreDependence } from '../../../experiment/record/index.js';
import type { SystemQueryScores } from './options.js';
import { partialSlope, type RegressionGroup } from './partial-slope.js';

/** A task with the scores of systems on it. */
export interface ScoredTask {
  readonly queries: readonly QueryNeed[];
  readonly systems: readonly SystemQueryScores[];
}

interface Row extends QueryNeed {
  readonly score: number;
}

/** Ranks are sorted again for every draw, for every system: fewer draws than for means. */
const DRAWS = 2000;

/**
 * How strongly the scores of each system depend on overlap. Several tasks are pooled: the correlation is the mean of those
 * within tasks, the regression has an intercept for each task, and queries are drawn within tasks.
 */
export const scoreDependence = (
  tasks: readonly ScoredTask[],
  { samples = DRAWS, ...options }: IntervalOptions = {},
): readonly ScoreDependence[] => {
  const systems = new Map(
    tasks.flatMap((task) =>
      task.systems.map(
        ({ system, measure }) => [JSON.stringify([system, measure]), { system, measure }] as const,
      ),
    ),
  );
  return [...systems.values()].map(({ system, measure }) => {
    const groups = tasks.map((task) => rowsOf(task, system, measure)).filter((rows) => rows.length > 0);
    return { system, measure, ...dependenceOf(groups, { samples, ...options }) };
  });
};

const rowsOf = ({ queries, systems }: ScoredTask, system: string, measure: string): readonly Row[] => {
  const found = systems.find((other) => other.system === system && other.measure === measure);
  return queries.flatMap((query) => {
    const score = found?.scores.get(query.query);
    return score === undefined ? [] : [{ ...query, score }];
  });
};

const dependenceOf = (groups: readonly (readonly Row[])[], options: IntervalOptions) => {
  const rows = groups.flat();
  const columns = groups.map(columnsOf);
  const spread = spreadOf(rows.map(({ overlap }) => overlap));
  const estimate = (statistic: (groups: readonly Columns[]) => number | undefined) => {
    const value = statistic(columns);
    if (value === undefined) return null;
    const found = bootstrapInterval(
      groups.map(({ length }) => length),
      (drawn) => statistic(columns.map((own, i) => drawnColumns(own, drawn[i]!))),
      options,
    );
    return found ? { value, interval: [found.low, found.high] as const } : null;
  };
  // The unit is a standard deviation of the queries there are, in every draw.
  const slope = (drawn: readonly Columns[]): number | undefined => {
    const byOverlap = partialSlope(drawn);
    return byOverlap === undefined ? undefined : byOverlap * spread;
  };
  return {
    queries: rows.length,
    correlation: estimate(meanCorrelation),
    slope: spread > 0 ? estimate(slope) : null,
    quarters: quartiles(
      rows,
      ({ overlap }) => overlap,
      () => '',
    ).map(({ items }) => ({
      overlap: meanOf(items.map(({ overlap }) => overlap)),
      score: meanOf(items.map(({ score }) => score)),
      queries: items.length,
    })),
  };
};

/** The rows of a task as the regression reads them: overlap predicts the score. */
type Columns = RegressionGroup;

const columnsOf = (rows: readonly Row[]): Columns => {
  const column = (of: (row: Row) => number) => Float64Array.from(rows, of);
  return {
    outcome: column(({ score }) => score),
    predictor: column(({ overlap }) => overlap),
    controls: [
      column(({ queryTokens }) => queryTokens),
      column(({ documentTokens }) => documentTokens),
      column(({ relevant }) => relevant),
    ],
  };
};

const drawnColumns = ({ outcome, predictor, controls }: Columns, places: Uint32Array): Columns => {
  const drawn = (values: Float64Array): Float64Array => {
    const found = new Float64Array(places.length);
    for (let i = 0; i < places.length; i++) found[i] = values[places[i]!]!;
    return found;
  };
  return { outcome: drawn(outcome), predictor: drawn(predictor), controls: controls.map(drawn) };
};

/** Over the tasks in which overlap and score both vary. */
const meanCorrelation = (groups: readonly Columns[]): number | undefined => {
  const found = groups.flatMap(({ predictor, outcome }) => spearman(predictor, outcome)?.r ?? []);
  return found.length > 0 ? meanOf(found) : undefined;
};

/** Standard deviation of a sample; 0 for fewer than two values. */
const spreadOf = (values: readonly number[]): number => {
  if (values.every((value) => value === values[0])) return 0;
  const mean = meanOf(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
};
