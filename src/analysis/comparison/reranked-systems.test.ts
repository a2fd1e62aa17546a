import { describe, expect, it } from 'vitest';
import { result } from '../../../test/support/made-result.js';
import type { PlannedRun } from '../../experiment/plans/index.js';
import { parseStages } from '../../search/pipeline/index.js';
import { rerankedSystems } from './reranked-systems.js';

const planned = (system: string, folder = ''): PlannedRun => ({
  system,
  stages: parseStages(system),
  name: system,
  settings: {},
  own: {},
  label: '',
  folder,
});

/** Runs of these systems on these tasks, with these scores. */
const ran = (...runs: readonly (readonly [PlannedRun, string, readonly number[]])[]) =>
  runs.map(([plan, task, scores]) => ({ planned: plan, result: result(plan.system, task, scores) }));

describe('reranked systems', () => {
  it('are compared with their first stage, with a test that is corrected over all shown', () => {
    const [first, ten, hundred] = ['bm25', 'bm25 > monobert(10)', 'bm25 > monobert(100)'].map((text) =>
      planned(text),
    );
    const done = ran(
      [first!, 'A', [0.1, 0.2, 0.3]],
      [ten!, 'A', [0.4, 0.5, 0.6]],
      [hundred!, 'A', [0.1, 0.2, 0.2]],
    );
    const rows = rerankedSystems(done, 'nDCG@10');
    expect(rows.map(({ system, first: from }) => `${from} → ${system}`)).toEqual([
      'bm25 → bm25 > monobert(10)',
      'bm25 → bm25 > monobert(100)',
    ]);
    expect(rows[0]!.difference).toBeCloseTo(0.3, 12);
    expect(rows.map(({ p, holm }) => [p, holm])).toEqual([
      [0.25, 0.5],
      [1, 1],
    ]);
  });

  it('are compared only where both were run, and under the same settings', () => {
    const [first, after] = [planned('bm25'), planned('bm25 > monobert(10)')];
    expect(rerankedSystems(ran([first, 'A', [0.1]], [after, 'B', [0.2]]), 'nDCG@10')).toEqual([]);
    const elsewhere = planned('bm25 > monobert(10)', 'topK-7');
    expect(rerankedSystems(ran([first, 'A', [0.1]], [elsewhere, 'A', [0.2]]), 'nDCG@10')).toEqual([]);
    const both = ran([first, 'A', [0.1]], [after, 'A', [0.4]], [after, 'B', [0.9]]);
    expect(rerankedSystems(both, 'nDCG@10')).toMatchObject([{ before: 0.1, after: 0.4 }]);
  });

  it('are not tested by a measure that has no score per query', () => {
    const done = ran([planned('bm25'), 'A', [0.1]], [planned('bm25 > monobert(10)'), 'A', [0.2]]);
    expect(rerankedSystems(done, 'MicroRecall@10')).toEqual([]);
  });
});
