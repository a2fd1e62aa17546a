import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';

let cwd = '';

beforeAll(async () => {
  cwd = temporaryFolder();
  const build = [
    'nano',
    'build',
    '--suite',
    'sample',
    '--max-documents',
    '40',
    '--out',
    'nano-sample',
    '--quiet',
  ];
  await done(...build, '--from', 'Biology', '--from', 'MedQA-Diag');
  const systems = ['--retriever', 'bm25,bm25-lucene,lsa', '--quiet'];
  await done('run', '--suite', 'sample', '--task', 'Biology,MedQA-Diag', '--out', 'full', ...systems);
  await done('run', '--data', 'nano-sample', '--out', 'small', ...systems);
});

const done = async (...args: readonly string[]): Promise<string> => {
  const { code, stdout, stderr } = await r2med(args, { cwd });
  if (code !== 0) throw new Error(stderr);
  return stdout;
};
const agreement = (...args: readonly string[]) => r2med(['nano', 'agreement', ...args], { cwd });

describe('r2med nano agreement', () => {
  it('explains itself', async () => {
    const { code, stdout } = await agreement('--help');
    expect(code).toBe(0);
    for (const word of ['--pair', '--measure', '--markdown', '--json', 'Kendall', '$ r2med nano agreement'])
      expect(stdout).toContain(word);
  });

  it('prints correlations, shifts and swaps of a built set compared with its source', async () => {
    const { code, stdout, stderr } = await agreement('full', 'small');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^nDCG@10 +rho +95 % interval +tau-b +95 % interval +swaps +significant +shift/);
    for (const row of ['mean of tasks', 'Biology', 'MedQA-Diag'])
      expect(stdout).toMatch(new RegExp(`^${row} +-?[01]\\.\\d{3} .* \\d/3 +\\d +[+-]\\d+\\.\\d\\d`, 'm'));
    expect(stdout).toMatch(/^bm25-lucene +\d+\.\d\d +\d+\.\d\d +\d → \d +\+\d/m);
    expect(stderr).toContain('3 systems; intervals over queries, not over systems');
  });

  it('gives the means of the records, unrounded', async () => {
    const { rows, tasks } = JSON.parse(await done('nano', 'agreement', 'full', 'small', '--json', '--quiet'));
    expect(tasks).toEqual([
      { full: 'Biology', nano: 'NanoSampleBiology' },
      { full: 'MedQA-Diag', nano: 'NanoSampleMedQADiag' },
    ]);
    const score = (...path: readonly string[]): number =>
      JSON.parse(readFileSync(join(cwd, ...path, 'record.json'), 'utf8')).scores['nDCG@10'];
    const bm25 = rows[1].systems.find(({ system }: { system: string }) => system === 'bm25');
    expect(bm25.full).toBeCloseTo(score('full', 'bm25', 'Biology'), 14);
    expect(bm25.nano).toBeCloseTo(score('small', 'bm25', 'NanoSampleBiology'), 14);
    expect(bm25.shift.value).toBeCloseTo(bm25.nano - bm25.full, 14);
  });

  it('takes a measure that the records lack from their rankings', async () => {
    const { rows } = JSON.parse(
      await done('nano', 'agreement', 'full', 'small', '--measure', 'Recall@33', '--json', '--quiet'),
    );
    for (const { full, nano } of rows[0].systems) {
      expect(full).toBeGreaterThan(0);
      expect(nano).toBeGreaterThan(0);
    }
  });

  it('prints Markdown, and one task where one is requested', async () => {
    const text = await done(
      'nano',
      'agreement',
      'full',
      'small',
      '--task',
      'biology',
      '--markdown',
      '--quiet',
    );
    expect(text).toMatch(/^\| nDCG@10 \| rho \|/);
    expect(text).toContain('| Biology |');
    expect(text).not.toMatch(/mean of tasks|MedQA/);
  });

  it('takes tasks for a pair that are said to be one', async () => {
    const said = ['--pair', 'Biology=NanoSampleMedQADiag', '--task', 'Biology', '--json', '--quiet'];
    const { tasks, rows } = JSON.parse(await done('nano', 'agreement', 'full', 'small', ...said));
    expect(tasks).toEqual([{ full: 'Biology', nano: 'NanoSampleMedQADiag' }]);
    expect(rows[0].queries).toEqual({ full: 9, nano: 9, shared: 0 });
  });

  it.each([
    [['full', 'full'], 'expected a task and a smaller set made of it'],
    [['full', 'nothing'], 'nothing: no results'],
    [['full', 'small', '--pair', 'Biology'], 'expected two names'],
    [['full', 'small', '--measure', 'MicroRecall@10'], 'pooled over a task'],
    [
      ['full', 'small', '--task', 'PMC-Clinical'],
      'no task of both sets called PMC-Clinical; expected one of Biology',
    ],
  ])('%s is refused with what to do', async (args, said) => {
    const { code, stdout, stderr } = await agreement(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(said);
  });

  it('needs three systems', async () => {
    await done('run', '--data', 'nano-sample', '--out', 'two', '--retriever', 'bm25,lsa', '--quiet');
    const { code, stderr } = await agreement('full', 'two');
    expect(code).toBe(2);
    expect(stderr).toContain('not compared, since run on one set only: bm25-lucene');
    expect(stderr).toContain('2 systems run on both sets: bm25, lsa; expected at least 3');
  });
});
