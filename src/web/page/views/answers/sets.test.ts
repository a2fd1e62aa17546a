import { expect, it } from 'vitest';
import { type AnswerSet, keyOf, type QueryScores } from '../../../page-data/index.js';
import { countsOf, inOrder, relationOf, scoredAnswers } from './sets.js';

const set = (from: AnswerSet['from'], ...right: (boolean | null)[]): AnswerSet => ({
  from,
  llm: 'reader',
  judge: 'stern',
  at: '2026-01-01T00:00:00.000Z',
  answers: right.map((each, i) => ({ query: keyOf(`q${i}`), id: `q${i}`, outcome: 'x', right: each })),
});
const scores = (...of: number[]) =>
  ({
    queries: of.map((score, i) => ({ query: keyOf(`q${i}`), scores: { m: score } })),
  }) as unknown as QueryScores;

it('what is not known to be right is not counted as wrong', () => {
  expect(countsOf(set('system', true, false, null, true))).toMatchObject({
    right: 2,
    wrong: 1,
    unknown: 1,
    accuracy: 2 / 3,
  });
  expect(countsOf(set('system', null))).toEqual({ right: 0, wrong: 0, unknown: 1 });
});

it('an answer without a score is left out, and one that is not known is no part of the difference', () => {
  const scored = scoredAnswers(set('system', true, false, null, true), scores(0.9, 0.2, 0), 'm');
  expect(scored.map(({ id, score }) => [id, score])).toEqual([
    ['q0', 0.9],
    ['q1', 0.2],
    ['q2', 0],
  ]);
  expect(relationOf(scored)).toMatchObject({ right: { queries: 1 }, wrong: { queries: 1 } });
  expect(relationOf(scored).difference).toBeCloseTo(0.7);
});

it('the floor is first and the ceiling last', () => {
  const sets = [set('relevant documents'), set('system'), set('closed book')];
  expect(inOrder(sets).map(({ from }) => from)).toEqual(['closed book', 'system', 'relevant documents']);
});
