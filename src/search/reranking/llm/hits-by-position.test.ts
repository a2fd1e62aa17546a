import { expect, it } from 'vitest';
import { numbered } from '../../../../test/support/reranking.js';
import { byScore, hitsByPosition, meanOf, minMax } from './hits-by-position.js';
import { newTally } from './tally.js';

const { documents } = numbered(4);

it('a place becomes a score: the depth less the rank', () => {
  expect(hitsByPosition(documents.slice(0, 2)).map(({ score }) => score)).toEqual([2, 1]);
  expect(hitsByPosition(documents.slice(0, 2), 10).map(({ score }) => score)).toEqual([10, 9]);
});

it('documents without a score stand behind the others, in their old order, and are counted', () => {
  const tally = newTally();
  const hits = byScore(documents, [undefined, 0, undefined, 0.7], tally)!;
  expect(hits.map(({ score }) => score)).toEqual([-1, 0, -2, 0.7]);
  expect(tally.unscored).toBe(2);
  expect(byScore(documents, [undefined, undefined, undefined, undefined], tally)).toBeUndefined();
});

it('scores are scaled to 0–1, and to 0 where all are the same or one has no end', () => {
  expect(minMax([30, 10, 20])).toEqual([1, 0, 0.5]);
  expect(minMax([-0.2, -0.4])).toEqual([1, 0]);
  expect(minMax([7, 7])).toEqual([0, 0]);
  expect(minMax([Number.NEGATIVE_INFINITY, 1])).toEqual([0, 0]);
  expect(minMax([])).toEqual([]);
});

it('the mean of nothing is nothing', () => {
  expect(meanOf([])).toBeUndefined();
  expect(meanOf([0, 1])).toBe(0.5);
});
