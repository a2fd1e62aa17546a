import type { AblatedSystem, RerankedSystem } from '../analysis/comparison/index.js';
import { printableLine } from '../core/index.js';
import { scoreText, type TableColumn, table } from '../platform/tables/index.js';
import { chance, points } from './comparison-text.js';

type Row = Pick<RerankedSystem, 'mean' | 'difference' | 'interval' | 'p' | 'holm'>;

const CHANGE: readonly TableColumn<Row>[] = [
  ['95 % interval', ({ interval }) => `${points(interval.low)} – ${points(interval.high)}`],
  ['p', ({ p }) => chance(p)],
  ['Holm', (row) => chance(row.holm)],
];

const heading = (measure: string, what: string, rows: readonly Row[]): string =>
  [measure, what, ...new Set(rows.map(({ mean }) => mean))].join(', ');

/** A reranker that lowers the score must not hide behind its own row: all three published ones do so. */
export const rerankedText = (rows: readonly RerankedSystem[], measure: string, width: number): string =>
  table(rows, [
    [heading(measure, 'reranked', rows), ({ system }) => system, 'left'],
    ['before', ({ before }) => scoreText(before)],
    ['after', ({ after }) => scoreText(after)],
    ['change', ({ difference }) => points(difference)],
    ...CHANGE,
  ]).text(width);

/** What each part of a system gains, system by system. */
export const ablationText = (rows: readonly AblatedSystem[], measure: string, width: number): string =>
  [...new Set(rows.map(({ system }) => system))]
    .map((system) => {
      const own = rows.filter((row) => row.system === system);
      const whole = `${printableLine(system)}: ${scoreText(own[0]!.after)}`;
      return `${whole}\n${partsTable(own, measure).text(width)}`;
    })
    .join('\n\n');

const partsTable = (rows: readonly AblatedSystem[], measure: string) =>
  table(rows, [
    [heading(measure, 'part', rows), ({ part }) => part, 'left'],
    ['without it', ({ before }) => scoreText(before)],
    ['gain', ({ difference }) => points(difference)],
    ...CHANGE,
  ]);
