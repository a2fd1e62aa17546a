import { inseparableSets, rankRanges } from '../../analysis/leaderboard/index.js';
import { defined, groupBy, own } from '../../core/index.js';
import { macroIntervals } from '../../evaluation/statistics/index.js';
import type { Key } from './keys.js';
import type { Board, BoardUncertainty, Leaderboard, LeaderboardRow } from './leaderboard.js';
import type { QueryScores } from './query-page.js';

/** What an own system got on the queries of a task, and under which rule. */
type TaskScores = Pick<QueryScores, 'contentHash' | 'ties' | 'missing'> & {
  readonly queries: readonly Pick<QueryScores['queries'][number], 'id' | 'scores'>[];
};

/** The scores of own rows by task, in the order of the tasks of the mean. */
export type RowScores = ReadonlyMap<Key, readonly TaskScores[]>;

/** Over tasks of a board. A mean over some of them would hide a gap, so there is none. */
export const meanOver = (
  scores: Readonly<Record<string, number>>,
  tasks: readonly Pick<Board['tasks'][number], 'name'>[],
): number | undefined => {
  const found = tasks.flatMap(({ name }) => own(scores, name) ?? []);
  return found.length > 0 && found.length === tasks.length
    ? found.reduce((sum, score) => sum + score, 0) / found.length
    : undefined;
};

/** Best mean first; equal means share a rank. */
export const ranked = (rows: readonly LeaderboardRow[]): readonly LeaderboardRow[] => {
  const sorted = [...rows].sort(
    (a, b) =>
      (b.mean ?? -1) - (a.mean ?? -1) ||
      (a.name < b.name ? -1 : a.name > b.name ? 1 : a.key < b.key ? -1 : 1),
  );
  // From the last to the first, which decides the rank of equal means.
  const ranks = new Map(sorted.map(({ mean }, i) => [mean, i + 1] as const).reverse());
  return sorted.map((row) => (row.mean === undefined ? row : { ...row, rank: ranks.get(row.mean)! }));
};

/** A board with what its means are worth. */
export const withKnownUncertainty = (table: Leaderboard, { rows }: BoardUncertainty): Leaderboard => ({
  ...table,
  rows: table.rows.map((row) => (row.running ? row : { ...row, ...own(rows, row.key) })),
});

/** A board with means over the tasks that the reader chose; with intervals and ranges of ranks where the scores of queries are there. */
export const withMeanOf = (table: Leaderboard, tasks: Board['tasks'], scores?: RowScores): Leaderboard => {
  const { board, measure } = table;
  const rows = table.rows.map((each): LeaderboardRow => {
    const { mean, withoutBiology, queryWeighted, interval, rankRange, sets, rank, ...row } = each;
    const printed = tasks.length === board.tasks.length ? row.printedMean : undefined;
    return { ...row, ...defined({ mean: meanOver(row.scores, tasks) ?? printed }) };
  });
  const meanOf = tasks.map(({ name }) => name);
  if (!scores) return { ...table, meanOf, rows: ranked(rows) };
  const scored = rows.filter(({ key, mean }) => mean !== undefined && scores.has(key));
  const found = macroIntervals(scored.map(({ key }) => valuesOf(scores.get(key)!, measure.name)));
  const intervals = new Map(scored.map(({ key }, i) => [key, [found[i]!.low, found[i]!.high] as const]));
  const whole = rows.map((row) => ({ ...row, ...defined({ interval: intervals.get(row.key) }) }));
  return { ...table, meanOf, rows: ranked(withUncertainty(whole, scores, measure.name)) };
};

const valuesOf = (tasks: readonly TaskScores[], measure: string): readonly Float64Array[] =>
  tasks.map(({ queries }) => Float64Array.from(queries, ({ scores }) => own(scores, measure) ?? 0));

/**
 * Own rows with what their ranks are worth: the ranks that other queries of the same kind could give them, and the sets that no test tells apart.
 * Only rows that were scored on all tasks of the mean, with the same data and rule, have it.
 */
const withUncertainty = (
  rows: readonly LeaderboardRow[],
  scores: RowScores,
  measure: string,
): readonly LeaderboardRow[] => {
  const scored = rows.flatMap(({ key, mean }) => {
    const tasks = scores.get(key);
    if (mean === undefined || !tasks) return [];
    const data = JSON.stringify(
      tasks.map(({ contentHash, ties, missing, queries }) => [
        contentHash,
        ties,
        missing,
        queries.map(({ id }) => id),
      ]),
    );
    return [{ key, mean, data, tasks }];
  });
  // Most rows have the same data; those with other data could not be paired with them.
  const [same = []] = [...groupBy(scored, ({ data }) => data).values()].sort((a, b) => b.length - a.length);
  if (same.length < 2) return rows;
  const sorted = [...same].sort((a, b) => b.mean - a.mean);
  const systems = sorted.map(({ tasks }) => valuesOf(tasks, measure));
  const ranges = rankRanges(systems);
  const sets = inseparableSets(systems);
  const places = new Map(sorted.map(({ key }, i) => [key, i]));
  return rows.map((row) => {
    const place = places.get(row.key);
    return place === undefined ? row : { ...row, rankRange: ranges[place]!, sets: sets[place]! };
  });
};
