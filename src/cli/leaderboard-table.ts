import type { ResultTable, ResultTableRow } from '../analysis/leaderboard/index.js';
import { own } from '../core/index.js';
import { scoreText, type TableColumn, table } from '../platform/tables/index.js';
import { type LimitFlags, moreLine, shownRows, spareColumns } from './limits.js';

/** A leaderboard as text, scores times 100; with every mean there is instead of the tasks, if `means` is set. */
export const leaderboardText = (
  { measure, tasks, rows }: ResultTable,
  shortNames: Readonly<Record<string, string>>,
  width: number,
  { means = false, ...limits }: LimitFlags & { readonly means?: boolean } = { all: true },
): string => {
  const headings = taskHeadings(tasks, shortNames);
  const most = shownRows(limits, SCREEN_ROWS);
  const shown = table(rows.slice(0, most), [
    [measure, ({ name }) => name, 'left'],
    // Of a single task the mean is the task's own column.
    tasks.length > 1 && [
      'mean of tasks',
      meanCell,
      'right',
      (row) => (row === rows[0] ? 'strong' : undefined),
    ],
    ['95 % interval', intervalCell],
    rows.some(({ bytesPerVector }) => bytesPerVector) && ['B/vector', bytesCell],
    ...(means
      ? meanColumns(rows)
      : tasks.map((task, i): TableColumn<ResultTableRow> => [headings[i]!, (row) => taskCell(row, task)])),
  ]);
  const marked = rows.some(({ incomplete }) => incomplete);
  return [
    shown.text(width, spareColumns(limits, headings.toReversed())),
    ...moreLine(rows.length - most, 'system'),
    ...(marked ? ['', INCOMPLETE] : []),
  ].join('\n');
};

/** Systems on one screen, with the headings and what is said below. */
export const SCREEN_ROWS = 20;

const INCOMPLETE = '(…): incomplete, since work failed; run it again';

/** A score of an incomplete result is in brackets. */
const taskCell = ({ scores, incomplete = {} }: ResultTableRow, task: string): string =>
  Object.hasOwn(incomplete, task) ? `(${scoreText(own(incomplete, task))})` : scoreText(own(scores, task));

/** Without Biology, which is BRIGHT's Biology and may have been trained on; over all queries alike; by family. */
const meanColumns = (rows: readonly ResultTableRow[]): readonly TableColumn<ResultTableRow>[] => [
  ['mean of tasks without Biology', ({ withoutBiology }) => scoreText(withoutBiology)],
  ['mean of queries', ({ queryWeighted }) => scoreText(queryWeighted)],
  ...[...new Set(rows.flatMap(({ families }) => Object.keys(families)))].map(
    (family): TableColumn<ResultTableRow> => [
      `family ${family}, mean of tasks`,
      ({ families }) => scoreText(own(families, family)),
    ],
  ),
];

/** A mean that is not there says why; one over incomplete results is in brackets. */
export const meanCell = ({ mean, missingTasks, incomplete = {} }: ResultTableRow): string => {
  const lacking = missingTasks.filter((task) => Object.hasOwn(incomplete, task)).length;
  const missing = missingTasks.length - lacking;
  if (mean !== undefined)
    return Object.keys(incomplete).length > 0 ? `(${scoreText(mean)})` : scoreText(mean);
  return [
    ...(missing > 0 ? [`${missing} missing`] : []),
    ...(lacking > 0 ? [`${lacking} incomplete`] : []),
  ].join(', ');
};

const intervalCell = ({ interval }: ResultTableRow): string =>
  interval ? `${scoreText(interval[0])} – ${scoreText(interval[1])}` : '';

const bytesCell = ({ bytesPerVector }: ResultTableRow): string =>
  bytesPerVector === undefined ? '' : bytesPerVector.toLocaleString('en');

const LONGEST = 10;

/**
 * Column headings for tasks: the registry's short names; other names cut short, without the words they all begin with
 * where they could not be told apart (the splits of a Nano set all begin with the name of the set).
 */
export const taskHeadings = (tasks: readonly string[], shortNames: Readonly<Record<string, string>>) => {
  const names = tasks.map((task) => own(shortNames, task) ?? task);
  const headings = names.map(cut);
  if (new Set(headings).size === tasks.length) return headings;
  const shared = sharedWords(names);
  return names.map((name) => cut(name.slice(shared)));
};

const cut = (name: string): string => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name);

/** Characters of the words that all names begin with, and that leave something of each. */
const sharedWords = (names: readonly string[]): number => {
  const [first = '', ...others] = names;
  let shared = 0;
  for (let at = 1; at < first.length; at++) {
    if (others.some((name) => name.length <= at || name[at - 1] !== first[at - 1])) break;
    if (names.every((name) => beginsWord(name, at))) shared = at;
  }
  return shared;
};

const beginsWord = (name: string, at: number): boolean =>
  /\p{Lu}/u.test(name[at]!) || !/[\p{L}\p{N}]/u.test(name[at - 1]!);
