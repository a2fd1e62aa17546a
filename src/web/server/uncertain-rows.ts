import { rankRanges, type ScoresByTask, separableGroups } from '../../analysis/leaderboard/index.js';
import { groupBy } from '../../core/index.js';
import type { Board, LeaderboardRow } from '../page-data/index.js';
import type { OwnResult } from './records.js';

/**
 * Own rows with what their ranks are worth: the ranks that other queries of the same kind could give them, and the groups that a test does not
 * tell apart. Only rows that were scored on all tasks, with the same data, have it.
 */
export const withUncertainty = (
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
