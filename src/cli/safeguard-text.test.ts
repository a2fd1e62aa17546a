import { expect, it } from 'vitest';
import { result } from '../../test/support/made-result.js';
import { unstyled } from '../core/index.js';
import type { Result } from '../experiment/record/index.js';
import { safeguardText } from './score-notes.js';

const guarded = (system: string, task: string, score: number, without: number): Result => {
  const { record, queries } = result(system, task, [score]);
  const facts = { withoutSafeguard: { queries: 3, scores: { 'nDCG@10': without } } };
  return { record: { ...record, facts }, queries };
};

it('systems with safeguards show both targets, each the mean over tasks', () => {
  const results = [guarded('s', 'A', 0.5, 0.3), result('s', 'B', [0.25]), result('bm25', 'A', [0.1])];
  expect(unstyled(safeguardText(results, 'nDCG@10', 80)!)).toBe(
    [
      'nDCG@10, mean of tasks  with safeguards  without  queries with one',
      '──────────────────────  ───────────────  ───────  ────────────────',
      's                                 37.50    27.50                 3',
    ].join('\n'),
  );
});

it('a measure that was not scored has no number', () => {
  expect(safeguardText([guarded('s', 'A', 0.5, 0.3)], 'MRR', 80)).toMatch(/^s\s+–\s+–\s+3$/m);
});

it('without safeguards there is nothing to show', () => {
  expect(safeguardText([result('bm25', 'A', [0.1])], 'nDCG@10', 80)).toBeUndefined();
});
