import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { LeaderboardFile } from '../../src/analysis/export/index.js';
import { docId, queryId } from '../../src/core/index.js';
import { writeResult } from '../../src/experiment/results/index.js';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';
import { madeBenchmark } from '../support/made-benchmark.js';

const home = temporaryFolder();

describe('results of the whole benchmark', () => {
  const whole = join(home, 'whole');

  beforeAll(async () => {
    for (const made of madeBenchmark()) {
      const run = new Map(made.queries.map(({ id }) => [queryId(id), [{ docId: docId('d'), score: 1 }]]));
      await writeResult(join(whole, 'bge-m3', made.record.task.name), made, run);
    }
  });

  it('are ready for every receiver', async () => {
    const { code, stdout } = await r2med(['submit', '--check', '--results', whole]);
    expect([code, stdout.match(/ready/g)]).toEqual([0, ['ready', 'ready']]);
  });

  it('are filed by MTEB under the model and the revision of its weights', async () => {
    const out = join(home, 'whole-mteb');
    const { code } = await r2med(['export', 'mteb', '--results', whole, '--out', out]);
    expect(code).toBe(0);
    const folder = join(out, 'results', 'BAAI__bge-m3', 'a'.repeat(40));
    const meta = JSON.parse(readFileSync(join(folder, 'model_meta.json'), 'utf8'));
    expect(meta).toMatchObject({
      name: 'BAAI/bge-m3',
      n_parameters: 568_000_000,
      embed_dim: 1024,
      open_weights: true,
      similarity_fn_name: 'cosine',
      model_type: ['dense'],
    });
  });

  it('stand next to published ones in every table', async () => {
    const out = join(home, 'whole-tables');
    for (const format of ['latex', 'markdown', 'csv']) {
      const called = await r2med(['export', format, '--published', '--results', whole, '--out', out]);
      expect(called.code).toBe(0);
    }
    const files = ['leaderboard.tex', 'leaderboard.md', 'leaderboard.csv'];
    for (const text of files.map((file) => readFileSync(join(out, file), 'utf8'))) {
      expect(text).toMatch(/bge-m3[ &|,]+here/);
      expect(text).toMatch(/GroupRank-32B on DIVER-4B[ &|,]+grouprank/);
    }
  });
});

describe('incomplete results', () => {
  const broken = join(home, 'broken');
  const incomplete = { 'texts not written': { count: 2, reason: 'no answer' } };

  beforeAll(async () => {
    for (const made of madeBenchmark({ record: { incomplete } }))
      await writeResult(join(broken, 'bge-m3', made.record.task.name), made, new Map());
  });

  it.each(['mteb', 'r2med', 'trec'])('are refused by %s, which has no place for the mark', async (format) => {
    const out = join(home, `broken-${format}`);
    const { code, stderr } = await r2med(['export', format, '--results', broken, '--out', out]);
    expect([code, existsSync(out)]).toEqual([2, false]);
    expect(stderr).toContain('texts not written: 2 (no answer)');
  });

  it('are marked in tables, without a mean', async () => {
    const out = join(home, 'broken-tables');
    for (const format of ['markdown', 'latex', 'json', 'csv'])
      expect((await r2med(['export', format, '--results', broken, '--out', out])).code).toBe(0);
    const text = (file: string): string => readFileSync(join(out, file), 'utf8');
    expect(text('leaderboard.md')).toMatch(/\| bge-m3 \| – \|.*\(50\.00\).*incomplete/);
    expect(text('leaderboard.tex')).toContain('& -- & (50.00)');
    const [system] = LeaderboardFile.parse(JSON.parse(text('leaderboard.json'))).systems;
    expect([system!.mean, system!.incomplete!.Biology]).toEqual([undefined, 0.5]);
    for (const file of ['scores.csv', 'queries.csv'])
      for (const line of text(file).trimEnd().split('\r\n').slice(1)) expect(line).toMatch(/,incomplete$/);
  });

  it('are not drawn', async () => {
    const { code, stderr } = await r2med(['export', 'svg', '--results', broken, '--out', join(home, 'no')]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('nothing to draw')]);
  });
});
