import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { r2med, temporaryFolder } from './command.js';
import { jsonl, writtenFolder } from './written-folder.js';

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

describe('r2med', () => {
  it('without a verb explains itself', async () => {
    const { code, stdout } = await r2med(['--help']);
    expect(code).toBe(0);
    for (const verb of [
      'run',
      'generate',
      'judge',
      'tasks',
      'models',
      'fetch',
      'analyze',
      'eval',
      'compare',
      'leaderboard',
      'reproduce',
      'doctor',
    ])
      expect(stdout).toContain(`\n  ${verb}`);
    expect(stdout).toContain('not a clinical decision system');
  });

  it.each([
    'run',
    'generate',
    'judge',
    'tasks',
    'models',
    'fetch',
    'analyze',
    'eval',
    'compare',
    'leaderboard',
    'reproduce',
    'doctor',
  ])('%s --help shows flags and an example', async (verb) => {
    const { code, stdout } = await r2med([verb, '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('Options:');
    if (verb !== 'doctor') expect(stdout).toContain(`$ r2med`);
  });

  it('an unknown verb is bad usage and the nearest is named', async () => {
    const { code, stderr, stdout } = await r2med(['rnu']);
    expect(code).toBe(2);
    expect(stderr).toContain('run');
    expect(stdout).toBe('');
  });

  it('prints its version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect((await r2med(['--version'])).stdout).toBe(`${version}\n`);
  });
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
    expect(stderr).toContain('r2med fetch --task Biology');
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

describe('r2med analyze', () => {
  it('prints one array of tokens per line, blank lines included', async () => {
    const { stdout } = await r2med(['analyze'], { input: "Crohn's disease\n\nT-cells, 1,000.5 mg" });
    expect(stdout).toBe('["crohn","diseas"]\n[]\n["t","cell","1,000.5","mg"]\n');
  });

  it('reads JSON lines with a field "text"', async () => {
    const input = '{"text": "Line one\\nline two", "id": 3}\n{"text": ""}\n';
    expect((await r2med(['analyze', '--analyzer', 'hakari-english'], { input })).stdout).toBe(
      '["line","one","line","two"]\n[]\n',
    );
    const { code, stderr } = await r2med(['analyze'], { input: '{"text": "x"}\nplain\n' });
    expect(code).toBe(2);
    expect(stderr).toContain('standard input:2');
  });

  it('ends a line at a newline and nowhere else', async () => {
    const input = 'a1\u2028b2\u0085c3\u000bd4\rx5\n';
    expect((await r2med(['analyze'], { input })).stdout.trim().split('\n')).toHaveLength(1);
  });

  it('refuses bytes that are not UTF-8, with their line', async () => {
    const { code, stderr } = await r2med(['analyze'], { input: Buffer.from([0x61, 0x0a, 0xff, 0x0a]) });
    expect(code).toBe(2);
    expect(stderr).toContain('standard input:2: bytes that are not UTF-8');
  });

  it('takes a text from the command line', async () => {
    expect((await r2med(['analyze', 'the', 'running', 'cells'])).stdout).toBe('["run","cell"]\n');
  });
});

describe('r2med eval', () => {
  const files = () =>
    writtenFolder({
      'qrels.txt': 'q1 0 a 1\nq1 0 b 2\nq2 0 c 1\n',
      'run.trec': 'q1 Q0 a 1 2.5 x\nq1 Q0 b 2 2.5 x\n',
    });

  it('prints means and queries as JSON; a missing ranking counts 0 or is skipped', async () => {
    const folder = files();
    const call = async (...more: string[]) => {
      const args = ['eval', '--judgements', join(folder, 'qrels.txt'), '--run', join(folder, 'run.trec')];
      return JSON.parse((await r2med([...args, '--measures', 'P@1,Recall@10', '--json', ...more])).stdout);
    };
    expect(await call()).toEqual({
      means: { 'P@1': 0.5, 'Recall@10': 0.5 },
      queries: { q1: { 'P@1': 1, 'Recall@10': 1 }, q2: { 'P@1': 0, 'Recall@10': 0 } },
    });
    expect((await call('--missing', 'skip')).means).toEqual({ 'P@1': 1, 'Recall@10': 1 });
  });

  it('says how many queries were missing, on stderr', async () => {
    const folder = files();
    const { stderr, stdout } = await r2med([
      'eval',
      '--judgements',
      join(folder, 'qrels.txt'),
      '--run',
      join(folder, 'run.trec'),
    ]);
    expect(stderr).toContain('1 of 2 judged queries');
    expect(stdout).toContain('nDCG@10');
  });
});

describe('r2med leaderboard, tasks, doctor, reproduce', () => {
  it('shows what run kept', async () => {
    const out = temporaryFolder();
    await r2med([
      'run',
      '--suite',
      'sample',
      '--task',
      'Biology',
      '--retriever',
      'bm25,lsa',
      '--out',
      out,
      '--quiet',
    ]);
    const { stdout } = await r2med(['leaderboard', '--out', out, '--json']);
    expect(
      JSON.parse(stdout)
        .rows.map((row: { system: string }) => row.system)
        .sort(),
    ).toEqual(['bm25', 'lsa']);
    const means = await r2med(['leaderboard', '--out', out, '--means']);
    expect(means.stdout).toContain('family qa');
    const { code, stderr } = await r2med(['leaderboard', '--out', temporaryFolder()]);
    expect([code, stderr.includes('no results')]).toEqual([2, true]);
  });

  it('tasks lists every suite with its counts', async () => {
    const { stdout } = await r2med(['tasks']);
    expect(stdout).toContain('57,359');
    expect(JSON.parse((await r2med(['tasks', '--suite', 'sample', '--json'])).stdout)[0].tasks).toHaveLength(
      8,
    );
  });

  it('doctor finds the sample suite ready and names what fetches the rest', async () => {
    const { code, stdout } = await r2med(['doctor']);
    expect(code).toBe(0);
    expect(stdout).toContain('8 of 8 tasks');
    expect(stdout).toContain('r2med fetch --suite r2med');
    expect(stdout).toMatch(/LLM keys +none set.*\n.*OPENAI_API_KEY/);
  });

  it('doctor names the LLM keys that are set and shows none of them', async () => {
    const { code, stdout } = await r2med(['doctor'], { env: { GEMINI_API_KEY: 'a-secret' } });
    expect(code).toBe(0);
    expect(stdout).toMatch(/✓ LLM keys +GEMINI_API_KEY set/);
    expect(stdout).not.toContain('a-secret');
  });

  it('reproduce says plainly what is missing', async () => {
    const { code, stderr } = await r2med(['reproduce', '--system', 'bm25', '--offline']);
    expect(code).toBe(1);
    expect(stderr).toContain('Biology');
    expect(stderr).toContain('r2med fetch --suite r2med');
  });
});
