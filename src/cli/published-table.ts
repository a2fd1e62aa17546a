import {
  type BoardRow,
  boardRows,
  type PublishedTableRow,
  type ResultTable,
} from '../analysis/leaderboard/index.js';
import { displayWidth, fitted, own, printableLine } from '../core/index.js';
import { scoreText, type TableColumn, table } from '../platform/tables/index.js';
import { meanCell, taskHeadings } from './leaderboard-table.js';

/**
 * Records and published results in one table, best mean first, scores times 100. Every row names its source, since another source is
 * another protocol; means are over the columns of the table, for all rows alike.
 */
export const publishedText = (
  { measure, tasks, rows }: ResultTable,
  published: readonly PublishedTableRow[],
  shortNames: Readonly<Record<string, string>>,
  width: number,
): string => {
  const all = boardRows({ rows }, published);
  const headings = taskHeadings(tasks, shortNames);
  return table(all, [
    [measure, ({ name }) => shortened(name, width >= WIDE ? 40 : 32), 'left'],
    ['source', ({ source }) => source, 'left'],
    tasks.length > 1 && ['mean', (row) => (row.record ? meanCell(row.record) : scoreText(row.mean))],
    rows.length > 0 && [
      '95 % interval',
      ({ interval }) => (interval ? `${scoreText(interval[0])} – ${scoreText(interval[1])}` : ''),
    ],
    all.some(({ marks }) => marks.length > 0) && ['note', ({ marks }) => marks.join(', '), 'left'],
    ...tasks.map(
      (task, i): TableColumn<BoardRow> => [headings[i]!, ({ scores }) => scoreText(own(scores, task))],
    ),
  ]).text(width);
};

const WIDE = 120;

const shortened = (name: string, columns: number): string => {
  const line = printableLine(name);
  return displayWidth(line) <= columns ? line : `${fitted(line, columns - 1)}…`;
};

/** What the sources of a table are, each a line. */
export const sourceLines = (published: readonly PublishedTableRow[]): readonly string[] => {
  const places = new Map<string, string>();
  for (const { entry } of published) {
    const { source, title, url, repository } = entry.origin;
    places.set(source, url ? `${title}, ${url}` : (repository ?? title));
  }
  return [
    ...[...places].map(([source, place]) => `${source}: ${place}`),
    ...(places.size > 1 ? [OTHER_PROTOCOL] : []),
  ];
};

const OTHER_PROTOCOL =
  'Another source is another protocol: prompts, lengths and first stages differ. All of it, and caveats: --json';
