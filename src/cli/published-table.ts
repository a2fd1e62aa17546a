import {
  type BoardRow,
  boardRows,
  type PublishedTableRow,
  type ResultTable,
} from '../analysis/leaderboard/index.js';
import { cut, own } from '../core/index.js';
import { scoreText, type TableColumn, table } from '../platform/tables/index.js';
import { meanCell, SCREEN_ROWS, taskHeadings } from './leaderboard-table.js';
import { type LimitFlags, moreLine, shownRows, spareColumns } from './limits.js';

/** A row of the table with its rank, or how many rows are left out between two. */
type Shown = { readonly row: BoardRow; readonly rank: number } | { readonly left: number };

/**
 * Records and published results in one table, best mean first, scores times 100. Every row names its source, since another source is
 * another protocol; means are over the columns of the table, for all rows alike. Records are shown wherever they stand.
 */
export const publishedText = (
  { measure, tasks, rows }: ResultTable,
  published: readonly PublishedTableRow[],
  shortNames: Readonly<Record<string, string>>,
  width: number,
  limits: LimitFlags = { all: true },
): string => {
  const all = boardRows({ rows }, published);
  const rank = (place: number): string => String(place).padStart(String(all.length).length);
  const headings = taskHeadings(tasks, shortNames);
  const of =
    <T>(cell: (row: BoardRow) => T) =>
    (shown: Shown): T | undefined =>
      'row' in shown ? cell(shown.row) : undefined;
  const most = shownRows(limits, SCREEN_ROWS);
  const shown = withGaps(all, most);
  return [
    table<Shown>(shown, [
      [
        measure,
        (each) =>
          'row' in each
            ? cut(`${rank(each.rank)}  ${each.row.name}`, width >= WIDE ? 40 : 32)
            : `⋮ ${each.left} more`,
        'left',
        of((row) => (row.record ? 'strong' : undefined)),
      ],
      ['source', of(({ source }) => source), 'left'],
      tasks.length > 1 && ['mean', of((row) => (row.record ? meanCell(row.record) : scoreText(row.mean)))],
      rows.length > 0 && [
        '95 % interval',
        of(({ interval }) => (interval ? `${scoreText(interval[0])} – ${scoreText(interval[1])}` : '')),
      ],
      all.some(({ marks }) => marks.length > 0) && ['note', of(({ marks }) => marks.join(', ')), 'left'],
      ...tasks.map(
        (task, i): TableColumn<Shown> => [headings[i]!, of(({ scores }) => scoreText(own(scores, task)))],
      ),
    ]).text(width, spareColumns(limits, ['note', ...headings.toReversed()])),
    ...moreLine(all.length - Math.min(all.length, most), 'row'),
  ].join('\n');
};

/** The first rows, and every record further down. */
const withGaps = (rows: readonly BoardRow[], most: number): readonly Shown[] => {
  const shown: Shown[] = [];
  let left = 0;
  rows.forEach((row, i) => {
    if (i >= most && !row.record) {
      left++;
      return;
    }
    if (left > 0) shown.push({ left });
    left = 0;
    shown.push({ row, rank: i + 1 });
  });
  return shown;
};

const WIDE = 120;

/** What the sources of the rows that are shown are, each a line. */
export const sourceLines = (
  table: ResultTable,
  published: readonly PublishedTableRow[],
  limits: LimitFlags,
): readonly string[] => {
  const places = new Map<string, string>();
  for (const row of boardRows(table, published).slice(0, shownRows(limits, SCREEN_ROWS))) {
    if (!row.published) continue;
    const { source, title, url, repository } = row.published.entry.origin;
    places.set(source, url ? `${title}, ${url}` : (repository ?? title));
  }
  return [
    ...[...places].map(([source, place]) => `${source}: ${place}`),
    ...(places.size > 1 ? [OTHER_PROTOCOL] : []),
  ];
};

const OTHER_PROTOCOL =
  'Another source is another protocol: prompts, lengths and first stages differ. All of it, and caveats: --json';
