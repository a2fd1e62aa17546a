import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { r2med } from '../support/in-process.js';
import { writtenFolder } from '../support/written-folder.js';

const folder = () =>
  writtenFolder(
    {
      'corpus.tsv': 'd1\tGout\tUrate crystals in the big toe\nd2\tMeniscus\tA knee that locks\n',
      'queries.csv': '_id,text\nq1,"crystals, urate"\nq2,knee\n',
      'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t1\n',
      'qrels/dev.tsv': 'query-id\tcorpus-id\tscore\nq2\td2\t1\n',
    },
    'joints',
  );

describe('r2med run --split', () => {
  it('scores the judgements of that split, and the record says which', async () => {
    const data = folder();
    const out = join(data, '..', 'out');
    const run = (...more: readonly string[]) =>
      r2med(['run', '--data', data, '--retriever', 'bm25', '--out', out, ...more]);
    expect((await run()).code).toBe(0);
    expect((await run('--split', 'dev')).code).toBe(0);
    const taskIn = (name: string) =>
      JSON.parse(readFileSync(join(out, 'bm25', name, 'record.json'), 'utf8')).task;
    expect(taskIn('joints')).toMatchObject({ name: 'joints', split: 'test' });
    expect(taskIn('joints-dev')).toMatchObject({ name: 'joints-dev', split: 'dev', suite: `${data}#dev` });
    // The split that is read anyway makes no other task.
    expect((await run('--split', 'test')).stderr).toContain('was there already');
  });

  it('lists the splits where there is no such split, and asks for a folder', async () => {
    const missing = await r2med(['run', '--data', folder(), '--split', 'nope', '--retriever', 'bm25']);
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('no split "nope"; expected one of test, dev');
    const alone = await r2med(['run', '--suite', 'sample', '--split', 'dev', '--retriever', 'bm25']);
    expect(alone.code).toBe(2);
    expect(alone.stderr).toContain('--split without --data');
  });
});
