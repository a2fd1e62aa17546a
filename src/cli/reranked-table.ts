import type { RerankedSystem } from '../analysis/comparison/index.js';
import { table } from '../platform/tables/index.js';
import { chance, points } from './comparison-text.js';
import { percent } from './format.js';

/** A reranker that lowers the score must not hide behind its own row: all three published ones do so. */
export const rerankedText = (rows: readonly RerankedSystem[], measure: string, width: number): string =>
  table(rows, [
    [
      [measure, 'reranked', ...new Set(rows.map(({ mean }) => mean))].join(', '),
      ({ system }) => system,
      'left',
    ],
    ['before', ({ before }) => percent(before)],
    ['after', ({ after }) => percent(after)],
    ['change', ({ difference }) => points(difference)],
    ['95 % interval', ({ interval }) => `${points(interval.low)} – ${points(interval.high)}`],
    ['p', ({ p }) => chance(p)],
    ['Holm', (row) => chance(row.holm)],
  ]).text(width);
