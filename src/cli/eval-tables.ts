import type { Evaluation, Measure } from '../evaluation/measures/index.js';
import { intervalsOf } from '../evaluation/statistics/index.js';
import { type Column, textTable } from '../platform/tables/index.js';
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
  return textTable(
    [
      { heading: 'measure', align: 'left', cells: measures.map(({ name }) => name) },
      { heading: 'mean', align: 'right', cells: measures.map(({ name }) => figure(scored.means[name]!)) },
      {
        heading: '95 % interval',
        align: 'right',
        cells: measures.map(({ name }) => {
          const { low, high } = intervals[name]!;
          return `${figure(low)} – ${figure(high)}`;
        }),
      },
    ],
    screenWidth(),
  );
};

/** Several runs: a row for each. */
export const runsTable = (runs: readonly ScoredRun[], measures: readonly Measure[]): string =>
  textTable(
    [
      leftColumn(
        'run',
        runs.map(({ run }) => run),
      ),
      ...scoreColumns(
        measures,
        runs.map(({ scored }) => scored.means),
      ),
    ],
    screenWidth(),
  );

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
  const column = (heading: 'query' | 'run'): Column =>
    leftColumn(
      heading,
      rows.map((row) => row[heading]),
    );
  return textTable(
    [
      column('query'),
      ...(runs.length > 1 ? [column('run')] : []),
      ...scoreColumns(
        measures,
        rows.map(({ scores }) => scores),
      ),
    ],
    screenWidth(),
  );
};

const leftColumn = (heading: string, cells: readonly string[]): Column => ({ heading, align: 'left', cells });

const scoreColumns = (measures: readonly Measure[], rows: readonly Evaluation['means'][]): Column[] =>
  measures.map(({ name }) => ({
    heading: name,
    align: 'right',
    cells: rows.map((scores) => figure(scores[name]!)),
  }));

const figure = (value: number): string => value.toFixed(5);
