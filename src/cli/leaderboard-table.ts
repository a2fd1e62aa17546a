import type { Table, TableRow } from '../leaderboard/index.js';
import { percent } from './format.js';
import { type Column, textTable } from './table.js';
import { taskHeadings } from './task-headings.js';

/** A leaderboard as text, scores times 100; with every mean there is instead of the tasks, if `means` is asked for. */
export const leaderboardText = (
  { measure, tasks, rows }: Table,
  shortNames: Readonly<Record<string, string>>,
  width: number,
  means = false,
): string => {
  const column = (heading: string, cell: (row: TableRow) => string): Column => ({
    heading,
    align: 'right',
    cells: rows.map(cell),
  });
  const headings = taskHeadings(tasks, shortNames);
  const columns: readonly Column[] = [
    { heading: measure, align: 'left', cells: rows.map(({ name }) => name) },
    // Of a single task the mean is the task's own column.
    ...(tasks.length > 1 ? [column('mean of tasks', meanCell)] : []),
    column('95 % interval', intervalCell),
    ...(rows.some(({ bytesPerVector }) => bytesPerVector) ? [column('B/vector', bytesCell)] : []),
    ...(means
      ? meanColumns(rows, column)
      : tasks.map((task, i) => column(headings[i]!, ({ scores }) => percent(scores[task])))),
  ];
  return textTable(columns, width);
};

/** Without Biology, which is BRIGHT's Biology and may have been trained on; over all queries alike; by family. */
const meanColumns = (
  rows: readonly TableRow[],
  column: (heading: string, cell: (row: TableRow) => string) => Column,
): readonly Column[] => [
  column('mean of tasks without Biology', ({ withoutBiology }) => percent(withoutBiology)),
  column('mean of queries', ({ queryWeighted }) => percent(queryWeighted)),
  ...[...new Set(rows.flatMap(({ families }) => Object.keys(families)))].map((family) =>
    column(`family ${family}, mean of tasks`, ({ families }) => percent(families[family])),
  ),
];

const meanCell = ({ mean, missingTasks }: TableRow): string =>
  mean === undefined ? `${missingTasks.length} missing` : percent(mean);

const intervalCell = ({ interval }: TableRow): string =>
  interval ? `${percent(interval[0])} – ${percent(interval[1])}` : '';

const bytesCell = ({ bytesPerVector }: TableRow): string =>
  bytesPerVector === undefined ? '' : bytesPerVector.toLocaleString('en');
