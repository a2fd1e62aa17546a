import { expect, it } from 'vitest';
import { result } from '../../../test/support/made-result.js';
import type { Result } from '../../experiment/record/index.js';
import { costFront } from './pareto.js';
import { tabulate } from './tabulate.js';

const incomplete = (made: Result): Result => ({
  ...made,
  record: { ...made.record, incomplete: { 'documents without a vector': { count: 1, reason: 'too odd' } } },
});

const RESULTS = [
  result('good', 'A', [0.5]),
  result('good', 'B', [0.5]),
  result('faulty', 'A', [1]),
  incomplete(result('faulty', 'B', [1])),
];
const row = (includeIncomplete: boolean) => {
  const { rows } = tabulate(RESULTS, { measure: 'nDCG@10', includeIncomplete });
  return { ...rows.find(({ system }) => system === 'faulty')!, first: rows[0]!.system, rows };
};

it('an incomplete result is in no mean, no rank and no front', () => {
  const { mean, scores, missingTasks, incomplete: shown, first, rows } = row(false);
  expect([mean, scores, missingTasks, shown]).toEqual([undefined, { A: 1 }, ['B'], { B: 1 }]);
  expect(first).toBe('good');
  expect(costFront(rows).map(({ system }) => system)).toEqual(['good']);
});

it('counts when that is asked, and is still marked', () => {
  const { mean, scores, missingTasks, incomplete: shown, first } = row(true);
  expect([mean, scores, missingTasks, shown]).toEqual([1, { A: 1, B: 1 }, [], { B: 1 }]);
  expect(first).toBe('faulty');
});
