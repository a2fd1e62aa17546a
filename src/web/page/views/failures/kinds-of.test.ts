import { expect, it } from 'vitest';
import { keyOf } from '../../../page-data/index.js';
import { countKinds, outcomesOf } from './kinds-of.js';

const query = (id: string, more: { relevant?: number; sharesWords?: boolean } = {}) => ({
  query: keyOf(id),
  id,
  preview: '',
  relevant: 1,
  ...more,
});
const queries = [
  query('found'),
  query('outranked'),
  query('never'),
  query('nothing'),
  query('not asked'),
  query('without relevant documents', { relevant: 0 }),
  query('no words', { sharesWords: false }),
  query('lost'),
];

it('codes of a column are outcomes, and what a system does not have is not counted', () => {
  const outcomes = outcomesOf(
    { queries },
    { best: [3, 40, 0, -1, null, 0, 0, 12], first: { name: 'bm25', best: [3, 40, 0, 0, null, 0, 0, 2] } },
    10,
  );
  expect(outcomes.map(({ query: { id }, kind }) => [id, kind])).toEqual([
    ['found', 'found'],
    ['outranked', 'outranked'],
    ['never', 'never'],
    ['nothing', 'nothing'],
    ['no words', 'no-words'],
    ['lost', 'reranker'],
  ]);
  const counts = countKinds(outcomes);
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(outcomes.length);
  expect(outcomes.at(-1)).toMatchObject({ best: 12, before: 2 });
});

it('a reranked system whose first stage has no result here loses nothing by its reranker', () => {
  const [lost] = outcomesOf({ queries: [query('q')] }, { best: [12], first: { name: 'bm25' } }, 10);
  expect(lost).toEqual({ query: expect.anything(), kind: 'outranked', best: 12 });
});
