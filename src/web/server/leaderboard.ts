import { tasksOfAll } from '../../analysis/leaderboard/index.js';
import { groupBy } from '../../core/index.js';
import { type BoardMeasure, type Leaderboard, ranked } from '../page-data/index.js';
import type { BoardContents } from './boards.js';
import type { ownRows } from './own-rows.js';
import { publishedRowsOf } from './published-rows.js';

/** The rows of a board under a measure: the user's and the published ones, best mean first. From records alone, without what takes their queries. */
export const leaderboardOf = (
  { board, results, published }: BoardContents,
  measure: BoardMeasure,
  rowsOfOwn: ReturnType<typeof ownRows>,
): Leaderboard => {
  const bySystem = groupBy(results, ({ system }) => system);
  const names = board.tasks.map(({ name }) => name);
  const meanOf = tasksOfAll(names, [...bySystem.values()]);
  const rows = [
    ...rowsOfOwn(board, results, measure.name, meanOf),
    ...publishedRowsOf(board, published, measure.name, meanOf),
  ];
  return { board, measure, meanOf, rows: ranked(rows) };
};
