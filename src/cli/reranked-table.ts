import type { RerankedSystem } from '../analysis/comparison/index.js';
import { textTable } from '../platform/tables/index.js';
import { chance, points } from './comparison-text.js';
import { percent } from './format.js';

/** A reranker that lowers the score must not hide behind its own row: all three published ones do so. */
export const rerankedText = (rows: readonly RerankedSystem[], measure: string, width: number): string =>
  textTable(
    [
      {
        heading: [measure, 'reranked', ...new Set(rows.map(({ mean }) => mean))].join(', '),
        align: 'left',
        cells: rows.map(({ system }) => system),
      },
      { heading: 'before', align: 'right', cells: rows.map(({ before }) => percent(before)) },
      { heading: 'after', align: 'right', cells: rows.map(({ after }) => percent(after)) },
      { heading: 'change', align: 'right', cells: rows.map(({ difference }) => points(difference)) },
      {
        heading: '95 % interval',
        align: 'right',
        cells: rows.map(({ interval }) => `${points(interval.low)} – ${points(interval.high)}`),
      },
      { heading: 'p', align: 'right', cells: rows.map(({ p }) => chance(p)) },
      { heading: 'Holm', align: 'right', cells: rows.map((row) => chance(row.holm)) },
    ],
    width,
  );
