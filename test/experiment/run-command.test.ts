import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

const tiny = (change: Readonly<Record<string, string>> = {}): string =>
  writtenFolder({
    'corpus.jsonl': jsonl(
      { id: 'gout', text: 'Urate crystals inflame a joint.' },
      { id: 'anaemia', text: 'Iron deficiency lowers haemoglobin.' },
    ),
    'query.jsonl': jsonl({ id: 'q1', text: 'urate in a joint' }, { id: 'q2', text: 'too little iron' }),
    'qrels.jsonl': jsonl({ q_id: 'q1', p_id: 'gout', score: 1 }, { q_id: 'q2', p_id: 'anaemia', score: 1 }),
    ...change,
  });

describe('r2med run', () => {
  it('leaves record, run and per-query scores, and prints the table on stdout only', async () => {
    const data = tiny();
    const out = temporaryFolder();
    const { code, stdout, stderr } = await r2med([
      'run',
      '--data',
      data,
      '--retriever',
      'bm25',
      '--out',
      out,
    ]);
    expect([code, stderr.includes('Error')]).toEqual([0, false]);
    expect(stdout).toContain('bm25');
    const name = data.split('/').at(-1)!;
    const record = JSON.parse(readFileSync(join(out, 'bm25', name, 'record.json'), 'utf8'));
    expect(record.scores).toMatchObject({
      'nDCG@10': 1,
      'Recall@100': 1,
      'MAP@10': 1,
      'P@10': 0.1,
      MRR: 1,
      'Hit@10': 1,
    });
    expect(readFileSync(join(out, 'bm25', name, 'run.trec'), 'utf8')).toMatch(
      /^q1 Q0 gout 1 \d+\.\d+ bm25\n/,
    );
    const [first] = readFileSync(join(out, 'bm25', name, 'queries.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(first!)).toMatchObject({ id: 'q1', ranks: { gout: 1 } });
  });

  it('what it wrote scores the same with eval', async () => {
    const data = tiny();
    const out = temporaryFolder();
    await r2med(['run', '--data', data, '--retriever', 'lsa', '--out', out]);
    const folder = join(out, 'lsa', data.split('/').at(-1)!);
    const { stdout } = await r2med([
      'eval',
      '--judgements',
      join(data, 'qrels.jsonl'),
      '--run',
      join(folder, 'run.trec'),
      '--json',
    ]);
    const { scores } = JSON.parse(readFileSync(join(folder, 'record.json'), 'utf8'));
    const { means } = JSON.parse(stdout);
    for (const [measure, value] of Object.entries(means)) expect(value).toBe(scores[measure]);
  });

  it('a second time runs nothing, with other settings refuses, with --overwrite replaces', async () => {
    const data = tiny();
    const out = temporaryFolder();
    const call = (...more: string[]) =>
      r2med(['run', '--data', data, '--retriever', 'bm25', '--out', out, ...more]);
    await call();
    expect((await call()).stderr).toContain('was there already');
    const refused = await call('--top-k', '1');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('--overwrite');
    expect((await call('--top-k', '1', '--overwrite')).code).toBe(0);
  });

  it('ids with blanks and slashes survive the run file', async () => {
    const data = tiny({
      'corpus.jsonl': jsonl({ id: 'a b/c', text: 'urate' }, { id: '../etc', text: 'iron' }),
      'query.jsonl': jsonl({ id: 'q 1/2', text: 'urate' }),
      'qrels.jsonl': jsonl({ q_id: 'q 1/2', p_id: 'a b/c', score: 1 }),
    });
    const out = temporaryFolder();
    await r2med(['run', '--data', data, '--retriever', 'bm25', '--out', out]);
    const run = join(out, 'bm25', data.split('/').at(-1)!, 'run.trec');
    for (const line of readFileSync(run, 'utf8').trim().split('\n')) expect(line.split(' ')).toHaveLength(6);
    const { stdout } = await r2med([
      'eval',
      '--judgements',
      join(data, 'qrels.jsonl'),
      '--run',
      run,
      '--json',
    ]);
    expect(JSON.parse(stdout).queries).toMatchObject({ 'q 1/2': { 'nDCG@10': 1 } });
  });

  it('a malformed line is bad input with file, line and fix, and no record is left', async () => {
    const data = tiny({ 'corpus.jsonl': '{"id": "a", "text": "x"}\n{"id": "b", "txt": "y"}\n' });
    const out = temporaryFolder();
    const { code, stdout, stderr } = await r2med([
      'run',
      '--data',
      data,
      '--retriever',
      'bm25',
      '--out',
      out,
    ]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`${join(data, 'corpus.jsonl')}:2`);
    expect(stderr).toContain('"text"');
    expect(existsSync(join(out, 'bm25'))).toBe(false);
  });

  it('unknown names list the valid ones and the nearest', async () => {
    const data = tiny();
    const { code, stderr } = await r2med(['run', '--data', data, '--retriever', 'bm52']);
    expect(code).toBe(2);
    expect(stderr).toContain('did you mean "bm25"');
    expect((await r2med(['run', '--suite', 'smaple', '--retriever', 'bm25'])).stderr).toContain('"sample"');
    expect(
      (await r2med(['run', '--suite', 'sample', '--task', 'Bilogy', '--retriever', 'bm25'])).stderr,
    ).toContain('"Biology"');
  });

  it('says what to run when no system is named, and what would run with --dry-run', async () => {
    expect((await r2med(['run', '--suite', 'sample'])).stderr).toContain('--retriever bm25');
    const { stdout } = await r2med([
      'run',
      '--suite',
      'sample',
      '--task',
      'Biology',
      '--retriever',
      'bm25,lsa',
      '--dry-run',
    ]);
    expect(stdout).toBe('Biology: bm25\nBiology: lsa\n');
  });

  it('a task that is not on this machine says how to get it', async () => {
    const { code, stderr } = await r2med(['run', '--task', 'Biology', '--retriever', 'bm25', '--offline']);
    expect(code).toBe(1);
    expect(stderr).toContain('r2med fetch --suite r2med --task Biology');
    expect(stderr).toContain('corpus.jsonl');
  });

  it('accepts the lines of the reference', async () => {
    const line =
      'run --mode eval_retrieval --suite sample --task Biology --retriever_name bm25 --json --quiet';
    const { code, stdout } = await r2med(line.split(' '));
    expect(code).toBe(0);
    expect(JSON.parse(stdout).rows[0].system).toBe('bm25');
  });

  it('on the sample suite shows what the suite is for: written-out reasoning lifts BM25', async () => {
    const systems = [
      '--system',
      'bm25',
      '--system',
      'hyde(sample-writer) > bm25',
      '--system',
      'hyde(sample-thinker) > bm25',
    ];
    const { stdout } = await r2med(['run', '--suite', 'sample', ...systems, '--json', '--quiet']);
    const { rows, tasks } = JSON.parse(stdout) as {
      tasks: string[];
      rows: { system: string; mean: number; scores: Record<string, number> }[];
    };
    expect(tasks).toHaveLength(8);
    const of = (system: string) => rows.find((row) => row.system === system)!;
    expect(of('bm25').mean).toBeLessThan(0.35);
    expect(of('hyde-sample-writer.bm25').mean).toBeGreaterThan(of('bm25').mean + 0.3);
    for (const task of tasks)
      expect(of('hyde-sample-thinker.bm25').scores[task]).toBeGreaterThan(of('bm25').scores[task]!);
  });
});
