import { rankRanges, type ScoresByTask, separableGroups } from '../../analysis/leaderboard/index.js';
import { groupBy } from '../../core/index.js';
import type { Board, BoardMeasure, Leaderboard, LeaderboardRow } from '../page-data/index.js';
import type { BoardContents } from './boards.js';
import type { ownRows } from './own-rows.js';
import { publishedRowsOf } from './published-rows.js';
import type { OwnResult } from './records.js';

/** The rows of a board under a measure: the user's and the published ones, best mean first. */
export const leaderboardOf = (
  { board, results, published }: BoardContents,
  measure: BoardMeasure,
  rowsOfOwn: ReturnType<typeof ownRows>,
): Leaderboard => {
  const own = withUncertainty(rowsOfOwn(board, results, measure.name), board, results, measure.name);
  const rows = [...own, ...publishedRowsOf(board, published, measure.name)].sort(byMean);
  return { board, measure, rows: rows.map(withRank) };
};

const byMean = (a: LeaderboardRow, b: LeaderboardRow): number =>
  (b.mean ?? -1) - (a.mean ?? -1) || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.key < b.key ? -1 : 1);

/** Equal means share a rank. */
const withRank = (row: LeaderboardRow, _: number, all: readonly LeaderboardRow[]): LeaderboardRow =>
  row.mean === undefined ? row : { ...row, rank: 1 + all.findIndex(({ mean }) => mean === row.mean) };

/**
 * Own rows with what their ranks are worth: the ranks that other queries of the same kind could give them, and the groups that a test does not
 * tell apart. Only rows that were scored on all tasks, with the same data, have it.
 */
const withUncertainty = (
  rows: readonly LeaderboardRow[],
  { tasks }: Board,
  results: readonly OwnResult[],
  measure: string,
): readonly LeaderboardRow[] => {
  const bySystem = groupBy(results, ({ system }) => system);
  const scored = rows.flatMap((row) => {
    const own = bySystem.get(row.key);
    if (row.mean === undefined || !own) return [];
    const parts = tasks.map(({ name }) => own.find(({ record }) => record.task.name === name)!);
    const data = JSON.stringify(
      parts.map(({ record, queries }) => [record.task.contentHash, queries.map(({ id }) => id)]),
    );
    return [{ key: row.key, mean: row.mean, data, scores: scoresOf(parts, measure) }];
  });
  // Most rows have the same data; those with other data could not be paired with them.
  const [same = []] = [...groupBy(scored, ({ data }) => data).values()].sort((a, b) => b.length - a.length);
  if (same.length < 2) return rows;
  const sorted = [...same].sort((a, b) => b.mean - a.mean);
  const systems = sorted.map(({ scores }) => scores);
  const ranges = rankRanges(systems);
  const groups = separableGroups(systems);
  const places = new Map(sorted.map(({ key }, i) => [key, i]));
  return rows.map((row) => {
    const place = places.get(row.key);
    return place === undefined ? row : { ...row, rankRange: ranges[place]!, group: groups[place]! };
  });
};

const scoresOf = (parts: readonly OwnResult[], measure: string): ScoresByTask =>
  parts.map(({ queries }) => Float64Array.from(queries, ({ scores }) => scores[measure] ?? 0));
