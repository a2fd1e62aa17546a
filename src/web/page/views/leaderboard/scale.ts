import type { LeaderboardRow } from '../../../page-data/index.js';
import type { BoardColumn } from './columns.js';
import { leadScore } from './filter-rows.js';

/** More than 1 tells the best scores of a column from good ones. */
const CONTRAST = 1.8;

/** The scale of bars, and how dark a score is among those of its column. */
export const scaleOf = (rows: readonly LeaderboardRow[], columns: readonly BoardColumn[], family: string) => {
  const scores = rows.flatMap((row) => [leadScore(row, family) ?? 0, row.interval?.[1] ?? 0]);
  const ends = new Map(
    columns
      .filter(({ heat }) => heat)
      .map((column) => {
        const values = rows.flatMap((row) => column.value(row) ?? []).map(Number);
        return [column.id, [Math.min(...values), Math.max(...values)] as const];
      }),
  );
  return {
    top: Math.max(0.05, ...scores),
    shade: (row: LeaderboardRow, column: BoardColumn): number | undefined => {
      const value = column.value(row);
      const [low, high] = ends.get(column.id) ?? [0, 1];
      return typeof value === 'number' && high > low ? ((value - low) / (high - low)) ** CONTRAST : undefined;
    },
  };
};
