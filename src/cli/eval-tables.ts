import type { Evaluation, Measure } from '../evaluation/measures/index.js';
import { intervalsOf } from '../evaluation/statistics/index.js';
import { type TableColumn, table } from '../platform/tables/index.js';
import { screenWidth } from './output.js';

/** A run file and its scores. */
export interface ScoredRun {
  /** The file as it was given. */
  readonly run: string;
  readonly scored: Evaluation;
}

/** One run: a row for each measure, with its interval. */
export const meansTable = ({ scored }: ScoredRun, measures: readonly Measure[]): string => {
  const intervals = intervalsOf(scored, measures);
  return table(measures, [
    ['measure', ({ name }) => name, 'left'],
    ['mean', ({ name }) => figure(scored.means[name]!)],
    [
      '95 % interval',
      ({ name }) => {
        const { low, high } = intervals[name]!;
        return `${figure(low)} – ${figure(high)}`;
      },
    ],
  ]).text(screenWidth());
};

/** Several runs: a row for each. */
export const runsTable = (runs: readonly ScoredRun[], measures: readonly Measure[]): string =>
  table(
    runs.map(({ run, scored }) => ({ run, scores: scored.means })),
    [['run', ({ run }) => run, 'left'], ...scoreColumns(measures)],
  ).text(screenWidth());

/** A row for every query, of several runs one for each run; the means last. */
export const perQueryTable = (runs: readonly ScoredRun[], measures: readonly Measure[]): string => {
  const queries = new Set(runs.flatMap(({ scored }) => [...scored.queries.keys()]));
  const rows = [
    ...[...queries].flatMap((id) =>
      runs.flatMap(({ run, scored }) => {
        const scores = scored.queries.get(id);
        return scores ? [{ query: id as string, run, scores }] : [];
      }),
    ),
    ...runs.map(({ run, scored }) => ({ query: 'mean', run, scores: scored.means })),
  ];
  return table(rows, [
    ['query', ({ query }) => query, 'left'],
    runs.length > 1 && ['run', ({ run }) => run, 'left'],
    ...scoreColumns(measures),
  ]).text(screenWidth());
};

const scoreColumns = (
  measures: readonly Measure[],
): readonly TableColumn<{ readonly scores: Evaluation['means'] }>[] =>
  measures.map(({ name }) => [name, ({ scores }) => figure(scores[name]!)]);

const figure = (value: number): string => value.toFixed(5);
