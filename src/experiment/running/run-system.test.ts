import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testTools } from '../../../test/support/tools.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { corpusOf, docId, queryId, type Retriever, type Task } from '../../core/index.js';
import { defaultMeasures, Recall } from '../../evaluation/measures/index.js';
import { readResult } from '../results/index.js';
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
  about: { family: 'qa', sameAs: 'BRIGHT Tiny' },
  statistics: async () => ({ queries: 2, documents: 1, uniqueDocuments: 1, judgements: 2, notes: ['odd'] }),
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
    expect(result.record.task).toMatchObject({
      name: 'Tiny',
      family: 'qa',
      sameAs: 'BRIGHT Tiny',
      notes: ['odd'],
    });
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
    ['another rule', answering().system, task, { rule: { missing: 'skip' as const } }],
  ])('refuses to mix results: %s', async (_, system, other, options) => {
    const out = writtenFolder();
    await runSystem(answering().system, task, testTools(), { out });
    const kept = await readResult(join(out, 'fixed', 'Tiny'));
    await expect(runSystem(system, other, testTools(), { out, ...options })).rejects.toThrow('--overwrite');
    expect(await readResult(join(out, 'fixed', 'Tiny'))).toEqual(kept);
  });

  it('computes other measures from the kept ranking, and leaves the record as it is', async () => {
    const out = writtenFolder();
    const { system, opened } = answering();
    await runSystem(system, task, testTools(), { out });
    const kept = await readResult(join(out, 'fixed', 'Tiny'));
    const more = await runSystem(system, task, testTools(), { out, measures: [Recall.at(33)] });
    expect([more.reused, opened.times]).toEqual([true, 1]);
    expect(more.result.record.scores['Recall@33']).toBe(0.5);
    expect(more.result.record.intervals['Recall@33']).toHaveLength(2);
    expect(more.result.queries.map(({ scores }) => scores['Recall@33'])).toEqual([1, 0]);
    expect(await readResult(join(out, 'fixed', 'Tiny'))).toEqual(kept);
    const rule = { missing: 'skip' as const };
    await expect(
      runSystem(system, task, testTools(), { out, measures: [Recall.at(33)], rule }),
    ).rejects.toThrow('another rule');
  });

  it('two at once on one result: one runs, the other waits and finds it', async () => {
    const out = writtenFolder();
    const { system, opened } = answering();
    const tools = testTools();
    const both = await Promise.all([
      runSystem(system, task, tools, { out }),
      runSystem(system, task, tools, { out }),
    ]);
    expect(both.map(({ reused }) => reused).sort()).toEqual([false, true]);
    expect(opened.times).toBe(1);
    expect(tools.notes).toEqual([expect.stringContaining(`process ${process.pid}`)]);
    expect(readdirSync(join(out, 'fixed', 'Tiny')).sort()).toEqual([
      'queries.jsonl',
      'record.json',
      'run.trec',
    ]);
  });

  it('two at once with other settings: the second is refused when the first is done', async () => {
    const out = writtenFolder();
    const both = await Promise.allSettled([
      runSystem(answering(1).system, task, testTools(), { out }),
      runSystem(answering(2).system, task, testTools(), { out }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((each) => each.status === 'rejected')?.reason).toMatchObject({
      message: expect.stringContaining('with other settings'),
    });
  });

  it('fails and leaves nothing behind, neither a lease nor a folder', async () => {
    const out = writtenFolder();
    const broken: Retriever = { ...answering().system, open: () => Promise.reject(new Error('no memory')) };
    await expect(runSystem(broken, task, testTools(), { out })).rejects.toThrow('no memory');
    expect(readdirSync(out)).toEqual([]);
  });

  it.each([
    ['is cut', (file: string) => writeFileSync(file, '{')],
    [
      'is a folder',
      (file: string) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
    ['is of an earlier version', (file: string) => writeFileSync(file, '{"version": 1}')],
  ])('replaces a result whose record %s only when told to', async (_, damage) => {
    const out = writtenFolder();
    const { system, opened } = answering();
    const { result } = await runSystem(system, task, testTools(), { out });
    const record = join(out, 'fixed', 'Tiny', 'record.json');
    damage(record);
    const left = readdirSync(join(out, 'fixed', 'Tiny'));
    await expect(runSystem(system, task, testTools(), { out })).rejects.toThrow('--overwrite');
    await expect(runSystem(system, task, testTools(), { out })).rejects.toThrow(record);
    expect([opened.times, readdirSync(join(out, 'fixed', 'Tiny'))]).toEqual([1, left]);
    const again = await runSystem(system, task, testTools(), { out, overwrite: true });
    expect(again.result.record.scores).toEqual(result.record.scores);
    expect((await readResult(join(out, 'fixed', 'Tiny')))!.queries).toEqual(result.queries);
  });

  it('keeps the fingerprint that results have always had', async () => {
    const { result } = await runSystem(answering().system, task, testTools());
    expect(result.record.fingerprint).toBe(
      '2b5558f96e6d61846ea6581f42486403fa544daf680271548bd9967bda2cc9da',
    );
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
