import { expect, it } from 'vitest';
import { type Board, keyOf, type Leaderboard, type LeaderboardRow, withMeanOf } from './index.js';

const tasks = ['A', 'B', 'C'].map((name) => ({ key: keyOf(name), name, short: name, queries: 8 }));
const row = (name: string, scores: Readonly<Record<string, number>>, more: Partial<LeaderboardRow> = {}) =>
  ({ key: keyOf(name), name, scores, source: { group: 'own' }, incomplete: {}, marks: [], ...more }) as never;
const table = (...rows: never[]): Leaderboard => ({
  board: { tasks } as unknown as Board,
  measure: { key: keyOf('nDCG@10'), name: 'nDCG@10' },
  meanOf: ['A'],
  rows,
});
const eight = (value: number) => ({
  contentHash: 'c',
  ties: 't',
  missing: 'zero',
  queries: Array.from({ length: 8 }, (_, i) => ({ id: `q${i}`, scores: { 'nDCG@10': value + i / 100 } })),
});

it('the tasks that a reader chooses decide means, ranks and who has none', () => {
  const board = table(row('one', { A: 0.9, B: 0.1 }), row('two', { A: 0.5, B: 0.7, C: 0.4 }));
  const { meanOf, rows } = withMeanOf(board, tasks.slice(0, 2));
  expect(meanOf).toEqual(['A', 'B']);
  expect(rows.map(({ name, mean, rank }) => [name, mean, rank])).toEqual([
    ['two', 0.6, 1],
    ['one', 0.5, 2],
  ]);
  expect(withMeanOf(board, tasks).rows.map(({ name, rank }) => [name, rank])).toEqual([
    ['two', 1],
    ['one', undefined],
  ]);
});

it('a mean that was only printed counts for all tasks alone', () => {
  const board = table(row('printed', {}, { printedMean: 0.3 }));
  expect(withMeanOf(board, tasks).rows[0]!.mean).toBe(0.3);
  expect(withMeanOf(board, tasks.slice(1)).rows[0]!.mean).toBeUndefined();
});

it('scores of queries give intervals and letters, under one rule alone', () => {
  const board = table(
    row('high', { A: 0.9, B: 0.9 }),
    row('low', { A: 0.1, B: 0.1 }),
    row('other', { A: 0.1, B: 0.1 }),
  );
  const scores = (rule: string) =>
    new Map([
      [keyOf('high'), [eight(0.9), eight(0.9)]],
      [keyOf('low'), [eight(0.1), eight(0.1)]],
      [keyOf('other'), [eight(0.1), { ...eight(0.1), missing: rule }]],
    ]);
  const sets = (rule: string) =>
    withMeanOf(board, tasks.slice(0, 2), scores(rule)).rows.map(({ name, interval, sets: own }) => [
      name,
      interval !== undefined,
      own,
    ]);
  expect(sets('zero')).toEqual([
    ['high', true, [0]],
    ['low', true, [1]],
    ['other', true, [1]],
  ]);
  expect(sets('skip')[2]).toEqual(['other', true, undefined]);
});
