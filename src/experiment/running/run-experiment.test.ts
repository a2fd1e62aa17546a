import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { madeTask } from '../../../test/support/made-task.js';
import { testTools } from '../../../test/support/tools.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { parseMeasure } from '../../evaluation/measures/index.js';
import type { PlannedRun } from '../plans/expand.js';
import { planExperiment, planSystems } from '../plans/plan-experiment.js';
import { runExperiment } from './run-experiment.js';

const task = madeTask({
  documents: [
    { id: 'a', text: 'fever and gout' },
    { id: 'b', text: 'a broken bone' },
  ],
  queries: [{ id: 'q1', text: 'gout' }],
  judgements: [['q1', 'a', 1]],
});

const systemsOf = (done: readonly { readonly planned: PlannedRun }[]): readonly string[] =>
  done.map(({ planned }) => planned.name);

describe('an experiment', () => {
  it('runs every system on every task, and saves each result under its own settings', async () => {
    const out = writtenFolder();
    const file = join(
      writtenFolder({ 'e.json': JSON.stringify({ systems: ['bm25', { system: 'bm25', topK: 1 }] }) }),
      'e.json',
    );
    const plan = await planExperiment(file, { out, measure: 'MRR' });
    const tools = testTools();
    const { done, failures } = await runExperiment(plan, [task], tools);
    expect([systemsOf(done), failures]).toEqual([['bm25', 'bm25 [topK=1]'], []]);
    for (const folder of ['bm25', 'topK-1/bm25'])
      expect(existsSync(join(out, folder, task.name, 'record.json'))).toBe(true);
    expect(done.map(({ result }) => result.record.scores.MRR)).toEqual([1, 1]);
    const again = testTools();
    await runExperiment(plan, [task], again);
    expect(again.notes.filter((line) => line.endsWith('was there already'))).toHaveLength(2);
  });

  it('writes nothing without a folder, and adds the measures of the plan to the default ones', async () => {
    const plan = planSystems(['bm25'], {}, [parseMeasure('RBP')]);
    const { done } = await runExperiment(plan, [task], testTools());
    expect(Object.keys(done[0]!.result.record.scores)).toEqual(
      expect.arrayContaining(['nDCG@10', parseMeasure('RBP').name]),
    );
  });

  it('goes on after a failure, which it hands over as it happens', async () => {
    const told: string[] = [];
    const plan = planSystems(['bm25', 'bm25 > listwise(gpt4)']);
    const { done, failures } = await runExperiment(plan, [task], testTools(), {
      failed: ({ system }) => told.push(system!),
    });
    expect([systemsOf(done), told, failures.length]).toEqual([['bm25'], ['bm25 > listwise(gpt4)'], 1]);
  });

  it('refuses two tasks of one name, whose results would be one', async () => {
    await expect(runExperiment(planSystems(['bm25']), [task, task], testTools())).rejects.toThrow(
      `two tasks named "${task.name}"`,
    );
  });
});
