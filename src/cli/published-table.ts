import { displayWidth, fitted, own, printableLine } from '../core/index.js';
import type { PublishedTableRow, Table, TableRow } from '../leaderboard/index.js';
import { percent } from './format.js';
import { meanCell } from './leaderboard-table.js';
import { type Column, textTable } from './table.js';
import { taskHeadings } from './task-headings.js';

/** What records of this folder are called among sources. */
const HERE = 'here';

interface BoardRow {
  readonly name: string;
  readonly source: string;
  readonly mean: string;
  readonly sort: number;
  readonly interval: string;
  readonly notes: string;
  score(task: string): string;
}

/**
 * Records and published results in one table, best mean first, scores times 100. Every row names its source, since another source is
 * another protocol; means are over the columns of the table, for all rows alike.
 */
export const publishedText = (
  { measure, tasks, rows }: Table,
  published: readonly PublishedTableRow[],
  shortNames: Readonly<Record<string, string>>,
  width: number,
): string => {
  const all = [...rows.map(recordRow), ...published.map(publishedRow)].sort((a, b) => b.sort - a.sort);
  const column = (heading: string, align: Column['align'], cell: (row: BoardRow) => string): Column => ({
    heading,
    align,
    cells: all.map(cell),
  });
  const headings = taskHeadings(tasks, shortNames);
  return textTable(
    [
      column(measure, 'left', ({ name }) => shortened(name, width >= WIDE ? 40 : 32)),
      column('source', 'left', ({ source }) => source),
      ...(tasks.length > 1 ? [column('mean', 'right', ({ mean }) => mean)] : []),
      ...(rows.length > 0 ? [column('95 % interval', 'right', ({ interval }) => interval)] : []),
      ...(all.some(({ notes }) => notes) ? [column('note', 'left', ({ notes }) => notes)] : []),
      ...tasks.map((task, i) => column(headings[i]!, 'right', (row) => row.score(task))),
    ],
    width,
  );
};

const WIDE = 120;

const shortened = (name: string, columns: number): string => {
  const line = printableLine(name);
  return displayWidth(line) <= columns ? line : `${fitted(line, columns - 1)}…`;
};

const recordRow = (row: TableRow): BoardRow => ({
  name: row.name,
  source: HERE,
  mean: meanCell(row),
  sort: row.mean ?? -1,
  interval: row.interval ? `${percent(row.interval[0])} – ${percent(row.interval[1])}` : '',
  notes: row.incomplete ? 'incomplete' : '',
  score: (task) => percent(own(row.scores, task)),
});

const publishedRow = ({ entry, mean, scores, marks }: PublishedTableRow): BoardRow => ({
  name: entry.name,
  source: entry.origin.source,
  mean: percent(mean),
  sort: mean ?? -1,
  interval: '',
  notes: marks.join(', '),
  score: (task) => percent(own(scores, task)),
});

/** What the sources of a table are, each a line. */
export const sourceLines = (published: readonly PublishedTableRow[]): readonly string[] => {
  const places = new Map<string, string>();
  for (const { entry } of published) {
    const { source, title, url, repository } = entry.origin;
    places.set(source, url ? `${title}, ${url}` : (repository ?? title));
  }
  return [
    ...[...places].map(([source, place]) => `${source}: ${place}`),
    'Another source is another protocol: prompts, lengths and first stages differ. All of it, and caveats: --json',
  ];
};
