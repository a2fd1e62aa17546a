import { tasksOfAll } from '../../analysis/leaderboard/index.js';
import { groupBy } from '../../core/index.js';
import {
  type BoardMeasure,
  type Leaderboard,
  type RowScores,
  ranked,
  withUncertainty,
} from '../page-data/index.js';
import type { BoardContents } from './boards.js';
import type { ownRows } from './own-rows.js';
import { publishedRowsOf } from './published-rows.js';

/** The rows of a board under a measure: the user's and the published ones, best mean first. */
export const leaderboardOf = (
  { board, results, published }: BoardContents,
  measure: BoardMeasure,
  rowsOfOwn: ReturnType<typeof ownRows>,
): Leaderboard => {
  const bySystem = groupBy(results, ({ system }) => system);
  const names = board.tasks.map(({ name }) => name);
  const meanOf = tasksOfAll(names, [...bySystem.values()]);
  const own = rowsOfOwn(board, results, measure.name, meanOf);
  const scores: RowScores = new Map(
    [...bySystem].map(([system, each]) => [
      system,
      meanOf.map((task) => {
        const { record, queries } = each.find((result) => result.record.task.name === task)!;
        return { contentHash: record.task.contentHash, ...record.evaluation, queries };
      }),
    ]),
  );
  const rows = [
    ...withUncertainty(own, scores, measure.name),
    ...publishedRowsOf(board, published, measure.name, meanOf),
  ];
  return { board, measure, meanOf, rows: ranked(rows) };
};
