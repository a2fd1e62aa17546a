import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { result } from '../../../test/support/made-result.js';
import { jsonl, writtenFolder } from '../../../test/support/written-folder.js';
import { docId, queryId } from '../../core/index.js';
import { nDCG } from '../../evaluation/measures/index.js';
import { resultFolder, writeResult } from '../../experiment/results/index.js';
import { openFolder } from '../../tasks/index.js';
import { findSystemScores, scoreRunFile } from './find-system-scores.js';

const stored = async (...systems: readonly string[]): Promise<string> => {
  const out = writtenFolder({}, 'out');
  for (const system of systems)
    for (const task of ['A', 'B']) {
      const { record, queries } = result(system, task, [0.25, 0.75]);
      const kept = { ...record, provenance: { ...record.provenance, at: '2025-01-01T00:00:00.000Z' } };
      const run = new Map([[queryId('q0'), [{ docId: docId('d'), score: 1 }]]]);
      await writeResult(resultFolder(out, system, task), { record: kept, queries }, run);
    }
  return out;
};

const tasksOf = async (text: string, results: string) => {
  const found = await findSystemScores(text, results);
  return 'scores' in found ? [...found.scores.tasks.keys()] : found.runFile;
};

describe('what a name leads to', () => {
  it('is a system in the folder of results, by slug or as it is printed', async () => {
    const out = await stored('bm25', 'hyde-gpt4.bm25');
    expect(await tasksOf('bm25', out)).toEqual(['A', 'B']);
    expect(await tasksOf('hyde(gpt4) > bm25', out)).toEqual(['A', 'B']);
  });

  it('is a folder of a system anywhere, or one record in it', async () => {
    const out = await stored('bm25');
    expect(await tasksOf(join(out, 'bm25'), 'elsewhere')).toEqual(['A', 'B']);
    expect(await tasksOf(join(out, 'bm25', 'B'), 'elsewhere')).toEqual(['B']);
  });

  it('is a run file', async () => {
    const folder = writtenFolder({ 'mine.trec': 'q1 Q0 d1 1 1 mine\n' });
    expect(await tasksOf(join(folder, 'mine.trec'), 'elsewhere')).toBe(join(folder, 'mine.trec'));
  });

  it('or nothing, and then the systems there are and the nearest are named', async () => {
    const out = await stored('bm25', 'lsa');
    await expect(findSystemScores('bm52', out)).rejects.toThrow(
      /one of bm25, lsa in .*\n {2}Fix: did you mean "bm25"\?/,
    );
    await expect(findSystemScores('x', 'nowhere')).rejects.toThrow('nowhere holds no results');
  });

  it('is one system: a folder that mixes several is refused', async () => {
    const out = await stored('bm25');
    const { record, queries } = result('lsa', 'C', [1]);
    const kept = { ...record, provenance: { ...record.provenance, at: '2025-01-01T00:00:00.000Z' } };
    await writeResult(join(out, 'bm25', 'C'), { record: kept, queries }, new Map());
    await expect(findSystemScores('bm25', out)).rejects.toThrow('results of 2 systems');
  });

  it('brings scores, rule and rankings; a run file that changed since is an error', async () => {
    const out = await stored('bm25');
    const found = await findSystemScores('bm25', out);
    if (!('scores' in found)) throw new Error('scores were expected');
    const scored = found.scores.tasks.get('A')!;
    expect(scored.queries.get('q1')!.scores).toEqual({ 'nDCG@10': 0.75 });
    expect(scored.rule).toMatchObject({ missing: 'zero', ties: 'id-descending' });
    expect((await scored.run())?.get(queryId('q0'))).toHaveLength(1);
    writeFileSync(join(out, 'bm25', 'A', 'run.trec'), '');
    await expect(scored.run()).rejects.toThrow(/run\.trec: changed after it was written.*\n {2}Fix: /);
  });
});

describe('a run file', () => {
  const FILES = {
    'corpus.jsonl': jsonl({ id: 'd1', text: 'one' }, { id: 'd2', text: 'two' }),
    'query.jsonl': jsonl({ id: 'q1', text: 'which' }, { id: 'q2', text: 'and' }),
    'qrels.jsonl': jsonl({ q_id: 'q1', p_id: 'd2', score: 1 }, { q_id: 'q2', p_id: 'd1', score: 1 }),
    'mine.trec': 'q1 Q0 d1 1 2 mine\nq1 Q0 d2 2 1 mine\n',
  };

  it('is scored on a task as a record would be', async () => {
    const folder = writtenFolder(FILES);
    const task = await openFolder(folder);
    const { tasks } = await scoreRunFile(join(folder, 'mine.trec'), task, [nDCG.at(10)]);
    const scored = tasks.get('task')!;
    expect([...scored.queries.values()]).toEqual([
      { id: 'q1', scores: { 'nDCG@10': 1 / Math.log2(3) }, ranks: { d2: 2 }, hits: 2 },
      { id: 'q2', scores: { 'nDCG@10': 0 }, ranks: { d1: null }, hits: 0 },
    ]);
    expect(scored.task.contentHash).toBe(task.contentHash);
  });

  it('is scored under the rule of the other side', async () => {
    const folder = writtenFolder(FILES);
    const rule = { missing: 'skip' as const, ties: 'id-descending' };
    const file = join(folder, 'mine.trec');
    const { tasks } = await scoreRunFile(file, await openFolder(folder), [nDCG.at(10)], rule);
    expect([...tasks.get('task')!.queries.keys()]).toEqual(['q1']);
  });
});
