import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { thisHolder } from '../../src/platform/node/index.js';
import { temporaryFolder } from '../support/command.js';
import { endedProcess } from '../support/ended-process.js';
import { r2med } from '../support/in-process.js';
import { writtenFolder } from '../support/written-folder.js';

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
      'engine',
      'reproduce',
      'nano',
      'prompts',
      'check',
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
    'nano',
    'prompts',
    'check',
    'doctor',
  ])('%s --help shows flags and an example, on lines of 120 columns at most', async (verb) => {
    const { code, stdout } = await r2med([verb, '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\n(Options|Tasks):\n/);
    expect(stdout).toContain(`$ r2med`);
    expect(stdout.split('\n').filter((line) => line.length > 120)).toEqual([]);
  });

  it('an unknown verb is bad usage and the nearest is named', async () => {
    const { code, stderr, stdout } = await r2med(['rnu']);
    expect(code).toBe(2);
    expect(stderr).toContain('run');
    expect(stdout).toBe('');
  });

  it('prints its version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect((await r2med(['--version'])).stdout).toBe(`${version}\n`);
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
  it('shows what run saved', async () => {
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
    const { stdout } = await r2med(['leaderboard', '--results', out, '--json']);
    expect(
      JSON.parse(stdout)
        .rows.map((row: { system: string }) => row.system)
        .sort(),
    ).toEqual(['bm25', 'lsa']);
    const means = await r2med(['leaderboard', '--results', out, '--means']);
    expect(means.stdout).toContain('family qa');
    const { code, stderr } = await r2med(['leaderboard', '--results', temporaryFolder()]);
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

  it('doctor names what killed processes left, and how to remove it', async () => {
    const home = temporaryFolder();
    const left = join(home, 'items', 'ab', 'claims', 'cd', 'lease.json');
    mkdirSync(dirname(left), { recursive: true });
    writeFileSync(left, JSON.stringify({ ...thisHolder('a call of gpt4'), process: await endedProcess() }));
    const { code, stdout } = await r2med(['doctor'], { env: { R2MED_HOME: home } });
    expect(code).toBe(0);
    expect(stdout).toMatch(/left behind +.*lease\.json \(lease of process \d+ on .* \(a call of gpt4\)/);
    expect(stdout).toContain(`rm -r ${left}`);
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
