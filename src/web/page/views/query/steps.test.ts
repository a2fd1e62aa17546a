import { expect, it } from 'vitest';
import { keyOf, type QueryScores } from '../../../page-data/index.js';
import { failingOf, stepsFrom } from './steps.js';

const scores = (...values: readonly number[]): QueryScores => ({
  task: keyOf('task'),
  system: keyOf('system'),
  systemName: 'system',
  measures: ['nDCG@10'],
  contentHash: 'content',
  ties: 'id-descending',
  missing: 'zero',
  queries: values.map((value, i) => ({
    query: keyOf(`q${i}`),
    id: `q${i}`,
    scores: { 'nDCG@10': value },
    ranks: {},
  })),
});

const own = scores(0.9, 0.1, 0.4, 1, 0);

it('steps over the queries that count as failing, in order, and from the last to the first', () => {
  expect(stepsFrom(keyOf('q1'), own, 'nDCG@10', 'half')).toEqual({
    total: 5,
    failing: 3,
    place: 1,
    previous: keyOf('q4'),
    next: keyOf('q2'),
  });
  expect(stepsFrom(keyOf('q4'), own, 'nDCG@10', 'half').next).toBe(keyOf('q1'));
  expect(stepsFrom(keyOf('q0'), own, 'nDCG@10', 'all')).toMatchObject({ failing: 5, next: keyOf('q1') });
});

it('leads from a query that does not fail to the nearest ones that do', () => {
  const steps = stepsFrom(keyOf('q3'), own, 'nDCG@10', 'half');
  expect(steps).toEqual({ total: 5, failing: 3, previous: keyOf('q2'), next: keyOf('q4') });
});

it('leads nowhere where no other fails', () => {
  expect(stepsFrom(keyOf('q4'), own, 'nDCG@10', 'zero')).toEqual({ total: 5, failing: 1, place: 1 });
  expect(stepsFrom(keyOf('q0'), scores(1, 1), 'nDCG@10', 'half')).toEqual({ total: 2, failing: 0 });
});

it('finds the queries on which a system is worse than the one beside it', () => {
  const beside = scores(0.9, 0.2, 0.4, 0.5, 0.5);
  expect(stepsFrom(keyOf('q0'), own, 'nDCG@10', 'worse', beside)).toMatchObject({
    failing: 2,
    next: keyOf('q1'),
    previous: keyOf('q4'),
  });
});

it('takes what an address says, and a half where it says nothing known', () => {
  expect([failingOf('zero'), failingOf(null), failingOf('toString')]).toEqual(['zero', 'half', 'half']);
});
