import { type BoardRow, latexTable, meanLine } from '../../../../analysis/leaderboard/index.js';
import { defined } from '../../../../core/index.js';
import { format, type TableColumn, table } from '../../../../platform/tables/index.js';
import type { Leaderboard, LeaderboardRow } from '../../../page-data/index.js';
import type { BoardColumn } from './columns.js';

/** The table as it is shown, in the formats that people paste. Made when asked for. */
export const copyTexts = (
  { measure, board, meanOf, rows: all }: Leaderboard,
  rows: readonly LeaderboardRow[],
  columns: readonly BoardColumn[],
): Readonly<Record<'Markdown' | 'LaTeX' | 'CSV', () => string>> => {
  const finished = rows.filter(({ running }) => !running);
  const over = meanLine({ tasks: board.tasks.map(({ name }) => name), meanOf, rows: all }, '');
  const tasks = columns.flatMap(({ task }) => (task ? [task] : []));
  return {
    Markdown: () =>
      `${table(finished, [
        ['System', ({ name }) => name, 'left'],
        ['Mean', ({ mean }) => format.score(mean)],
        finished.some(({ interval }) => interval) && [
          '95 % interval',
          ({ interval }) => format.interval(interval),
        ],
        ...columns.map(({ heading, text }): TableColumn<LeaderboardRow> => [heading, text]),
        ['Source', sourceOf, 'left'],
        ['Note', ({ marks }) => marks.join(', '), 'left'],
      ]).markdown()}\n\n${measure.name} × 100 on ${board.title}.${over && ` ${over}.`}\n`,
    LaTeX: () =>
      latexTable(finished.map(boardRow), {
        measure: measure.name,
        tasks: tasks.map(({ name }) => name),
        headings: tasks.map(({ short }) => short),
        ...(over && {
          meanOf: board.tasks.filter(({ name }) => meanOf.includes(name)).map(({ short }) => short),
        }),
      }),
    CSV: () =>
      table(finished, [
        ['system', ({ name }) => name],
        ['source', sourceOf],
        ['measure', () => measure.name],
        ['mean', ({ mean }) => mean],
        ['tasks of the mean', () => meanOf.join('; ')],
        ['interval low', ({ interval }) => interval?.[0]],
        ['interval high', ({ interval }) => interval?.[1]],
        ...columns.map(({ title, value }): TableColumn<LeaderboardRow> => [title, value]),
        ['date', ({ date }) => date],
        ['notes', ({ marks }) => marks.join('; ')],
        ['protocol', ({ protocol }) => protocol],
      ]).csv(),
  };
};

const sourceOf = ({ source }: LeaderboardRow): string => (source.group === 'own' ? 'here' : source.name);

const boardRow = (row: LeaderboardRow): BoardRow => {
  const { name, mean, interval, scores, incomplete, marks } = row;
  return { name, source: sourceOf(row), ...defined({ mean, interval }), scores, incomplete, marks };
};
