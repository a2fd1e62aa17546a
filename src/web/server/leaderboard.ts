import type { BoardMeasure, Leaderboard, LeaderboardRow } from '../page-data/index.js';
import type { BoardContents } from './boards.js';
import type { ownRows } from './own-rows.js';
import { publishedRowsOf } from './published-rows.js';
import { withUncertainty } from './uncertain-rows.js';

/** The rows of a board under a measure: the user's beside the published ones, best mean first. */
export const leaderboardOf = (
  { board, results, published }: BoardContents,
  measure: BoardMeasure,
  rowsOfOwn: ReturnType<typeof ownRows>,
): Leaderboard => {
  const own = withUncertainty(rowsOfOwn(board, results, measure.name), board, results, measure.name);
  const rows = [...own, ...publishedRowsOf(board, published, measure.name)].sort(byMean);
  return { board, measure, rows: rows.map(withRank), notes: [] };
};

const byMean = (a: LeaderboardRow, b: LeaderboardRow): number =>
  (b.mean ?? -1) - (a.mean ?? -1) || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.key < b.key ? -1 : 1);

/** Equal means share a rank. */
const withRank = (row: LeaderboardRow, _: number, all: readonly LeaderboardRow[]): LeaderboardRow =>
  row.mean === undefined ? row : { ...row, rank: 1 + all.findIndex(({ mean }) => mean === row.mean) };
