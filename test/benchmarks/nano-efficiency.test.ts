import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';

const MODEL = `module:${fileURLToPath(new URL('../../examples/own-model.mjs', import.meta.url))}`;
const SAMPLE = ['--suite', 'sample', '--task', 'Biology'];
let cwd = '';
let home = '';
let first = { code: null as number | null, stdout: '', stderr: '' };

const efficiency = (...args: readonly string[]) =>
  r2med(['nano', 'efficiency', ...args], { cwd, env: { R2MED_HOME: home } });

beforeAll(async () => {
  cwd = temporaryFolder();
  home = temporaryFolder();
  first = await efficiency(...SAMPLE, '--retriever', MODEL, '--truncate', '512,64');
});

describe('r2med nano efficiency', () => {
  it('explains itself', async () => {
    const { code, stdout } = await efficiency('--help');
    expect(code).toBe(0);
    for (const word of [
      '--truncate',
      '64,128,256,512',
      '--retriever',
      'Pareto front',
      '$ r2med nano efficiency',
    ])
      expect(stdout).toContain(word);
  });

  it('runs a model in every form that is smaller, and prints quality, bytes, time and front', () => {
    expect(first.code).toBe(0);
    expect(first.stdout).toMatch(
      /^nDCG@10, mean of tasks +mean +change +95 % interval +p +Holm +B\/document +bytes +time +front\n/,
    );
    expect(first.stdout).toMatch(/^hashing +\d+\.\d\d +1,024 +100\.0 % +1\.00 ×/m);
    expect(first.stdout).toMatch(/^hashing\(int8\) .* 256 +25\.0 % +\d+\.\d\d ×/m);
    expect(first.stdout).toMatch(/^hashing\(rescore:binary\) .* 1,056 +103\.1 %/m);
    expect(first.stdout).toMatch(/^hashing\(truncate:64\+binary\) .* 8 +0\.8 % .* b/m);
    expect(first.stdout).not.toContain('truncate:512');
    expect(first.stderr).toContain('Biology: hashing in 10 forms');
  });

  it('leaves records that r2med run takes for its own', async () => {
    const { code, stderr } = await r2med(['run', ...SAMPLE, '--system', `${MODEL}(truncate:64+int8)`], {
      cwd,
      env: { R2MED_HOME: home },
    });
    expect(code).toBe(0);
    expect(stderr).toContain('hashing(truncate:64+int8) was there already');
  });

  it('makes the same table of the records alone', async () => {
    const { code, stdout } = await efficiency(...SAMPLE);
    expect(code).toBe(0);
    expect(stdout.split('\n').sort()).toEqual(first.stdout.split('\n').sort());
  });

  it('says that times of an earlier call are shown', async () => {
    const { stderr } = await efficiency(...SAMPLE, '--retriever', MODEL, '--truncate', '64');
    expect(stderr).toContain('10 of 10 results were used again');
  });

  it('prints JSON unrounded, with seconds and fronts', async () => {
    const { stdout } = await efficiency(...SAMPLE, '--json', '--measure', 'Recall@10');
    const { measure, tasks, rows } = JSON.parse(stdout);
    expect([measure, tasks, rows.length]).toEqual(['Recall@10', ['Biology'], 10]);
    for (const row of rows) expect(row.secondsPerQuery).toBeGreaterThan(0);
    expect(rows[0]).toMatchObject({ name: 'hashing', base: 'hashing', bytesPerDocument: 1024, timeShare: 1 });
    expect(rows.some((row: { front: { bytes: boolean } }) => row.front.bytes)).toBe(true);
  });

  it('prints Markdown', async () => {
    expect((await efficiency(...SAMPLE, '--markdown')).stdout).toMatch(
      /^\| nDCG@10, mean of tasks \| mean \|/,
    );
  });

  it.each([
    [[...SAMPLE, '--retriever', 'bm25'], 'bm25'],
    [[...SAMPLE, '--retriever', `${MODEL}(int8)`], 'expected one model without a variant'],
    [[...SAMPLE, '--truncate', '0', '--retriever', MODEL], 'expected whole numbers from 1'],
    [[...SAMPLE, '--measure', 'MicroRecall@10'], 'pooled over a task'],
    [['--suite', 'nano'], 'no results on suite nano'],
  ])('%s is refused', async (args, said) => {
    const { code, stdout, stderr } = await efficiency(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(said);
  });
});
