import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { tabulate, tabulatePublished } from '../../src/analysis/leaderboard/index.js';
import { publishedText } from '../../src/cli/published-table.js';
import { shortNames } from '../../src/cli/short-names.js';
import { displayWidth, docId, queryId, unstyled } from '../../src/core/index.js';
import { publishedEntries, writeResult } from '../../src/experiment/results/index.js';
import { suite } from '../../src/tasks/index.js';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';
import { result } from '../support/made-result.js';

const results = temporaryFolder();

/** Sealed records of a system that was run on two tasks of R2MED. */
beforeAll(async () => {
  for (const [task, values] of [
    ['Biology', [0.5, 0.7]],
    ['MedQA-Diag', [0.2, 0.4]],
  ] as const) {
    const made = result('mine', task, values);
    const record = {
      ...made.record,
      task: { ...made.record.task, suite: 'r2med' },
      provenance: { ...made.record.provenance, at: '2026-01-01T00:00:00.000Z' },
    };
    const run = new Map(made.queries.map(({ id }) => [queryId(id), [{ docId: docId('d'), score: 1 }]]));
    await writeResult(join(results, 'mine', task), { ...made, record }, run);
  }
});

const table = (args: readonly string[]) =>
  r2med(['leaderboard', '--published', '--results', results, ...args]);

describe('leaderboard --published', () => {
  it('puts own rows beside published ones, means over the same tasks, each with its source', async () => {
    const { code, stdout, stderr } = await table(['--all']);
    expect(code).toBe(0);
    const lines = stdout.split('\n');
    const mine = lines.findIndex((line) => /^ *\d+ {2}mine /.test(line));
    expect(lines[mine]).toMatch(/^ *\d+ {2}mine +here +45\.00 +35\.00\s–\s55\.00 +60\.00 +30\.00$/);
    expect(lines[0]).toMatch(/source +mean +95 % interval +note +Bio +MedQA$/);
    expect(lines.findIndex((line) => line.includes('  hyde(gpt4) > bm25'))).toBeLessThan(mine);
    expect(lines.find((line) => line.includes('  nv > rankllama(100)'))).toContain('retired');
    expect(stderr).toContain('mteb: embeddings-benchmark/results');
    expect(stderr).toContain('Another source is another protocol');
  });

  it('shows the best by default, and own rows wherever they stand', async () => {
    const lines = (await table(['--limit', '5'])).stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(12);
    expect((await table([])).stdout.split('\n').length).toBeLessThanOrEqual(30);
    const mine = lines.findIndex((line) => /^ *\d+ {2}mine /.test(line));
    expect(lines[mine - 1]).toMatch(/^⋮ \d+ more$/);
    expect(lines.at(-1)).toMatch(/^… \d+ more rows: --all, or --limit n$/);
  });

  it('gives all that is known of each row as JSON', async () => {
    const { stdout } = await table(['--json']);
    const { tasks, rows, published } = JSON.parse(stdout);
    expect(tasks).toEqual(['Biology', 'MedQA-Diag']);
    expect(rows.map((row: { system: string }) => row.system)).toEqual(['mine']);
    expect(published).toHaveLength(
      new Set(published.map((row: { entry: { id: string } }) => row.entry.id)).size,
    );
    for (const { entry } of published) expect(entry.protocol).toBeTruthy();
  });

  it('works without records, and never shows one suite among another', async () => {
    const none = join(results, 'none');
    const full = await r2med(['leaderboard', '--published', '--results', none]);
    expect(full.stdout).toMatch(/GroupRank-32B on DIVER-4B +grouprank +52\.29/);
    expect(full.stdout).not.toContain('stored:');
    const nano = await r2med(['leaderboard', '--published', '--results', none, '--suite', 'nano']);
    expect(nano.stdout).toMatch(/stored:bm25 +hakari +20\.94/);
    expect(nano.stdout).not.toContain('bm25 > ');
    const sample = await r2med(['leaderboard', '--published', '--results', none, '--suite', 'sample']);
    expect([sample.code, sample.stdout]).toEqual([2, '']);
    expect(sample.stderr).toContain('no published nDCG@10 on suite sample');
  });

  it('after the sample suite was run shows what is published on R2MED, and says which results are left out', async () => {
    const out = temporaryFolder();
    await r2med([
      'run',
      '--suite',
      'sample',
      '--task',
      'Biology',
      '--system',
      'bm25',
      '--out',
      out,
      '--quiet',
    ]);
    const { code, stdout, stderr } = await r2med(['leaderboard', '--published', '--results', out]);
    expect([code, stdout.includes('GroupRank-32B on DIVER-4B'), / here /.test(stdout)]).toEqual([
      0,
      true,
      false,
    ]);
    expect(stderr).toContain('results on suite sample are left out');
  });

  it.each([80, 120])('fits a terminal of %d columns', (width) => {
    const tasks = suite('r2med').tasks;
    const published = tabulatePublished(publishedEntries(), { measure: 'nDCG@10', tasks });
    const table = { ...tabulate([], { measure: 'nDCG@10' }), tasks: tasks.map(({ name }) => name) };
    const text = unstyled(publishedText(table, published, shortNames(), width));
    expect(text.split('\n').filter((line) => displayWidth(line) > width)).toEqual([]);
    const short = unstyled(publishedText(table, published, shortNames(), width, {}));
    expect(short.split('\n').filter((line) => displayWidth(line) > 120)).toEqual([]);
    expect(short.split('\n').length).toBeLessThanOrEqual(26);
  });

  it('fits a measure that only some sources have', async () => {
    const { stdout, stderr } = await r2med([
      'leaderboard',
      '--published',
      '--results',
      join(results, 'none'),
      '--measure',
      'Recall@100',
      '--all',
    ]);
    expect(stdout).toContain('mteb');
    expect(stderr).not.toContain('grouprank');
  });
});
