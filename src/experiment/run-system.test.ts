import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testTools } from '../../test/tools.js';
import { writtenFolder } from '../../test/written-folder.js';
import { corpusOf, docId, queryId, type Retriever, type Task } from '../core/index.js';
import { nDCG, Recall } from '../evaluation/index.js';
import { readResult } from '../results/index.js';
import { defaultMeasures } from './default-measures.js';
import { runSystem } from './run-system.js';
import { search } from './search.js';

const task: Task = {
  name: 'Tiny',
  suite: 'test',
  revision: 'r',
  contentHash: 'hash',
  corpus: corpusOf('k', [{ id: 'a', text: 'x' }]),
  queries: [
    { id: queryId('q1'), text: 'one' },
    { id: queryId('q2'), text: 'two' },
  ],
  judgements: new Map([
    [queryId('q1'), new Map([[docId('a'), 1]])],
    [queryId('q2'), new Map([[docId('b'), 1]])],
  ]),
  labels: new Map(),
  about: { family: 'qa' },
  census: async () => ({ queries: 2, documents: 1, uniqueDocuments: 1, judgements: 2, notes: ['odd'] }),
};

/** Always answers "a"; counts how often it was opened. */
const answering = (spec = 1) => {
  const opened = { times: 0 };
  const system: Retriever = {
    name: 'fixed',
    spec: { spec },
    open: async () => {
      opened.times += 1;
      return {
        facts: { opened: true },
        run: async (queries) => queries.map((query) => ({ query, hits: [{ docId: docId('a'), score: 1 }] })),
      };
    },
  };
  return { system, opened };
};

describe('running a system', () => {
  it('scores every judged query and says what stood where', async () => {
    const { result, folder } = await runSystem(answering().system, task, testTools());
    expect(folder).toBeUndefined();
    expect(result.record.scores['nDCG@10']).toBe(0.5);
    expect(result.record.task).toMatchObject({ name: 'Tiny', family: 'qa', notes: ['odd'] });
    expect(result.record.facts).toEqual({ opened: true });
    expect(result.queries.map(({ id, ranks }) => [id, ranks])).toEqual([
      ['q1', { a: 1 }],
      ['q2', { b: null }],
    ]);
  });

  it('runs nothing again that is there with the same settings', async () => {
    const out = writtenFolder();
    const { system, opened } = answering();
    const first = await runSystem(system, task, testTools(), { out });
    const second = await runSystem(system, task, testTools(), { out });
    expect([first.reused, second.reused, opened.times]).toEqual([false, true, 1]);
    expect(second.result).toEqual(first.result);
  });

  it.each([
    ['another spec', answering(2).system, task, {}],
    ['other task content', answering().system, { ...task, contentHash: 'other' }, {}],
    ['other measures', answering().system, task, { measures: [nDCG.at(5)] }],
    ['another rule', answering().system, task, { rule: { missing: 'skip' as const } }],
  ])('refuses to mix results: %s', async (_, system, other, options) => {
    const out = writtenFolder();
    await runSystem(answering().system, task, testTools(), { out });
    const kept = await readResult(join(out, 'fixed', 'Tiny'));
    await expect(runSystem(system, other, testTools(), { out, ...options })).rejects.toThrow('--overwrite');
    expect(await readResult(join(out, 'fixed', 'Tiny'))).toEqual(kept);
  });

  it('names only the settings that differ', async () => {
    const out = writtenFolder();
    await runSystem(answering(1).system, task, testTools(), { out });
    await expect(runSystem(answering(2).system, task, testTools(), { out })).rejects.toThrow(
      'with other settings: spec 1; expected spec 2',
    );
    const many = (by: number) => Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`s${i}`, i + by]));
    const other = writtenFolder();
    await runSystem({ ...answering().system, spec: many(0) }, task, testTools(), { out: other });
    await expect(
      runSystem({ ...answering().system, spec: many(1) }, task, testTools(), { out: other }),
    ).rejects.toThrow('s5 5, and 3 more; expected s0 1');
  });

  it('replaces a result of other settings when told to', async () => {
    const out = writtenFolder();
    await runSystem(answering(1).system, task, testTools(), { out });
    const { reused } = await runSystem(answering(2).system, task, testTools(), { out, overwrite: true });
    expect(reused).toBe(false);
    expect((await readResult(join(out, 'fixed', 'Tiny')))!.record.spec).toEqual({ spec: 2 });
  });

  it('stops when told to stop, and leaves no record', async () => {
    const out = writtenFolder();
    const tools = testTools({ signal: AbortSignal.abort(new Error('stopped')) });
    await expect(runSystem(answering().system, task, tools, { out })).rejects.toThrow('stopped');
    expect(await readResult(join(out, 'fixed', 'Tiny'))).toBeUndefined();
  });
});

it('search gives the rankings and writes nothing', async () => {
  const run = await search(answering().system, task, testTools());
  expect([...run.keys()]).toEqual(['q1', 'q2']);
});

describe('the measures of a record', () => {
  it('are those the reference and MTEB publish', () => {
    const names = defaultMeasures().map(({ name }) => name);
    for (const name of ['nDCG@1', 'MAP@25', 'Recall@100', 'P@50', 'MRR', 'MRR@20', 'Hit@10'])
      expect(names).toContain(name);
    expect(names).not.toContain('nDCG@1000');
  });

  it('look no deeper than the hits that are kept', () => {
    expect(defaultMeasures(10).some(({ name }) => name.endsWith('@20'))).toBe(false);
    expect(defaultMeasures(1000).map(({ name }) => name)).toContain(Recall.at(1000).name);
  });
});
