import { describe, expect, it } from 'vitest';
import { result } from '../../../test/support/made-result.js';
import { InputError, type Retriever, type Task, WorkError } from '../../core/index.js';
import { expand } from '../plans/index.js';
import { failedRuns, type PlannedTask, resultsShown, runPlan } from './run-experiment.js';

const task = (name: string): PlannedTask => ({ name, open: async () => ({ name }) as Task });
const { runs } = expand({ systems: ['bm25', 'bm25 > mono(10)', 'lsa'] });

describe('running a plan', () => {
  it('runs everything on one task before the next is opened', async () => {
    const diary: string[] = [];
    const opening = (name: string): PlannedTask => ({
      name,
      open: async () => {
        diary.push(`open ${name}`);
        return { name } as Task;
      },
    });
    const { done, failures } = await runPlan(runs, [opening('A'), opening('B')], {
      run: async ({ system }, { name }) => {
        diary.push(`${name}: ${system}`);
        return result(system, name, [1]);
      },
    });
    const systems = ['bm25', 'bm25 > mono(10)', 'lsa'];
    expect(diary).toEqual([
      'open A',
      ...systems.map((s) => `A: ${s}`),
      'open B',
      ...systems.map((s) => `B: ${s}`),
    ]);
    expect([done.length, failures]).toEqual([6, []]);
  });

  it('goes on after a failure, of a system or of a task, and names both', async () => {
    const told: string[] = [];
    const broken = { name: 'B', open: async () => Promise.reject(new InputError({ found: 'no corpus' })) };
    const { done, failures } = await runPlan(runs, [task('A'), broken, task('C')], {
      run: async ({ system }, { name }) => {
        if (system === 'bm25 > mono(10)') throw new WorkError('no model', 'fetch it');
        return result(system, name, [1]);
      },
      failed: ({ task: where, system = 'all' }) => told.push(`${where} ${system}`),
    });
    expect(done.map(({ result: { record } }) => `${record.task.name} ${record.system}`)).toEqual([
      'A bm25',
      'A lsa',
      'C bm25',
      'C lsa',
    ]);
    expect(told).toEqual(['A bm25 > mono(10)', 'B all', 'C bm25 > mono(10)']);
    const error = failedRuns(failures, 9);
    expect(error).toBeInstanceOf(WorkError);
    expect(error.message).toBe(
      '3 of 9 runs failed:\n' +
        '  A: bm25 > mono(10): no model\n' +
        '  B: no corpus\n' +
        '  C: bm25 > mono(10): no model\n' +
        '  Fix: fix the errors above, then run the same command again; finished runs are skipped',
    );
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    const started: string[] = [];
    const running = runPlan(runs, [task('A'), task('B')], {
      run: async ({ system }) => {
        started.push(system);
        stop.abort(new WorkError('stopped'));
        throw new Error('in the middle of it');
      },
      signal: stop.signal,
    });
    await expect(running).rejects.toThrow('in the middle of it');
    expect(started).toEqual(['bm25']);
  });

  it('shares stages within a task and closes them before the next', async () => {
    const diary: string[] = [];
    const build = async (name: string): Promise<Retriever> => {
      diary.push(`build ${name}`);
      return {
        name,
        spec: {},
        open: async () => ({ facts: {}, run: async () => [] }),
        close: async () => {
          diary.push(`close ${name}`);
        },
      };
    };
    await runPlan(runs, [task('A'), task('B')], {
      run: async ({ system }, { name }, shared) => {
        const first = system.split(' > ')[0]!;
        const stage = await shared.share({ kind: 'retriever', text: first, under: null }, () => build(first));
        await stage.close!();
        return result(system, name, [1]);
      },
    });
    const once = ['build bm25', 'close bm25', 'build lsa', 'close lsa'];
    expect(diary).toEqual([...once, ...once]);
  });
});

describe('results of a plan', () => {
  it('go by the names the plan gave them', async () => {
    const plan = expand({
      systems: ['bm25', { system: 'bm25', topK: 7 }, { name: 'my own', system: 'lsa' }],
    });
    const { done } = await runPlan(plan.runs, [task('A')], {
      run: async ({ system }, { name }) => result(system, name, [1]),
    });
    expect(resultsShown(done).map(({ record: { system, name } }) => [system, name])).toEqual([
      ['bm25', 'bm25'],
      ['topK-7/bm25', 'bm25 [topK=7]'],
      ['lsa', 'my own'],
    ]);
  });
});
