import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readResult, readResultRun, writeResult } from '../../src/experiment/results/index.js';
import { changeResult } from '../support/changed-result.js';
import { r2med } from '../support/in-process.js';
import { jsonl } from '../support/written-folder.js';

const MODELS = fileURLToPath(new URL('../golden/onnx', import.meta.url));
const OWN = fileURLToPath(new URL('../../examples/own-model.mjs', import.meta.url));
const DENSE = `onnx:${MODELS}/bert-sentence`;

const FILES: Readonly<Record<string, string>> = {
  'corpus.jsonl': jsonl(
    { id: 'gout', text: 'Urate crystals inflame the toe at night.' },
    { id: 'flu', text: 'Fever and a cough in winter.' },
    { id: 'scurvy', text: 'Gums bleed without fresh fruit.' },
  ),
  'query.jsonl': jsonl({ id: 'q1', text: 'swollen toe at night' }, { id: 'q2', text: 'bleeding gums' }),
  'qrels.jsonl': jsonl({ q_id: 'q1', p_id: 'gout', score: 1 }, { q_id: 'q2', p_id: 'scurvy', score: 1 }),
};
const place = mkdtempSync(join(tmpdir(), 'r2med-repeated-'));
const data = join(place, 'task');
const results = join(place, 'results');
let copies = 0;
const folderOf = (system: string): string => {
  const copy = join(place, `copy-${copies++}`);
  cpSync(join(results, system, 'task'), copy, { recursive: true });
  return copy;
};

const reproduce = async (folder: string, ...more: readonly string[]) => {
  const called = await r2med(['reproduce', '--record', folder, '--json', ...more]);
  return { ...called, made: called.stdout ? JSON.parse(called.stdout) : undefined };
};

describe('reproducing a record', () => {
  beforeAll(async () => {
    mkdirSync(data);
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(data, name), text);
    const systems = ['bm25', 'lsa', DENSE, `bm25 > onnx:${MODELS}/bert-pair`, `module:${OWN}`];
    const { code, stderr } = await r2med([
      ...['run', '--data', data, '--out', results, '--quiet'],
      ...systems.flatMap((system) => ['--system', system]),
    ]);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
  });

  afterAll(() => rmSync(place, { recursive: true }));

  it('comes to the same to the last bit, and finds task and settings in the record', async () => {
    const { code, made } = await reproduce(join(folderOf('bm25'), 'record.json'));
    expect(made).toMatchObject({
      verdict: 'same',
      numberType: 'exact',
      causes: [],
      queries: { differing: [] },
    });
    expect(made.scores.length).toBe(
      Object.keys(JSON.parse(readFileSync(join(results, 'bm25/task/record.json'), 'utf8')).scores).length,
    );
    expect(code).toBe(0);
  });

  it('asks how a model was called that its record does not name, and compares its vectors as fp32', async () => {
    const folder = folderOf('onnx-bert-sentence');
    const refused = await reproduce(folder);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('cannot be built from its record'),
    ]);
    expect(refused.stderr).toContain('--system onnx:FOLDER');
    const { code, made } = await reproduce(folder, '--system', DENSE, '--no-cache');
    expect([code, made.verdict, made.numberType]).toEqual([0, 'same', 'fp32']);
  });

  it('of a reranker and of a module is held to the tolerance of their numbers', async () => {
    const reranked = await reproduce(
      folderOf('bm25.onnx-bert-pair-10'),
      '--system',
      `bm25 > onnx:${MODELS}/bert-pair`,
    );
    expect([reranked.code, reranked.made.numberType, reranked.made.queries.judgedBy]).toEqual([
      0,
      'fp32',
      'means',
    ]);
    const foreign = await reproduce(folderOf('hashing'), '--system', `module:${OWN}`);
    expect([foreign.code, foreign.made.numberType]).toEqual([0, 'service']);
  });

  it('names the setting that differs, and the queries with their first other rank', async () => {
    const folder = folderOf('bm25');
    const { code, made } = await reproduce(folder, '--system', 'bm25(b=0)');
    expect(made.causes).toContainEqual({ kind: 'setting', name: 'b', earlier: '0.4', now: '0' });
    expect([code, made.verdict]).toEqual([1, 'different']);
    expect(made.queries.differing[0]).toMatchObject({ query: expect.any(String), within: false });
    const { stdout } = await r2med(['reproduce', '--record', folder, '--system', 'bm25(b=0)']);
    expect(stdout).toMatch(/bm25 on task: different/);
    expect(stdout).toMatch(/setting +b +0\.4 +0/);
  });

  it('names other content of the task, versions and machine', async () => {
    const folder = folderOf('bm25');
    await changeResult(folder, ({ record, queries }) => ({
      record: { ...record, provenance: { ...record.provenance, tool: 'r2med 0.0.1', cores: 999 } },
      queries,
    }));
    const other = join(place, 'other');
    cpSync(data, other, { recursive: true });
    appendFileSync(
      join(other, 'corpus.jsonl'),
      jsonl({ id: 'new', text: 'A toe at night, a toe at night.' }),
    );
    const { code, made } = await reproduce(folder, '--data', other);
    expect(made.causes.map(({ kind, name }: { kind: string; name: string }) => [kind, name])).toEqual([
      ['task', 'contentHash'],
      ['task', 'documents'],
      ['version', 'tool'],
      ['machine', 'cores'],
    ]);
    expect(code).toBe(1);
  });

  it('takes noise of an fp32 model for the same, and more than that for a difference', async () => {
    const noisy = async (by: number) => {
      const folder = folderOf('onnx-bert-sentence');
      const stored = (await readResult(folder))!;
      const run = new Map(
        [...(await readResultRun(stored))].map(([query, hits]) => [
          query,
          hits.map((hit, i) => ({ ...hit, score: hit.score * (1 + (i % 2 ? by : -by)) })),
        ]),
      );
      await writeResult(folder, stored, run);
      const { code, made } = await reproduce(folder, '--system', DENSE);
      return [code, made.verdict];
    };
    expect(await noisy(3e-6)).toEqual([0, 'within']);
    expect(await noisy(1e-3)).toEqual([1, 'different']);
  });

  it('refuses what is damaged, incomplete, made by Python without one, or no record', async () => {
    const changed = folderOf('bm25');
    writeFileSync(join(changed, 'run.trec'), '');
    expect((await reproduce(changed)).stderr).toContain('changed after it was written');
    const incomplete = folderOf('bm25');
    await changeResult(incomplete, ({ record, queries }) => ({
      record: { ...record, incomplete: { documents: { count: 1, reason: 'lost' } } },
      queries,
    }));
    expect(await reproduce(incomplete)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('incomplete result'),
    });
    const python = folderOf('bm25');
    const spec = {
      retriever: 'dense',
      embedder: { backEnd: 'python', library: 'sentence-transformers', version: '6.0.1', dtype: 'bf16' },
    };
    await changeResult(python, ({ record, queries }) => ({ record: { ...record, spec }, queries }));
    expect(await reproduce(python)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--python python3'),
    });
    expect(await reproduce(join(results, 'none'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no record'),
    });
    const gone = folderOf('bm25');
    await changeResult(gone, ({ record, queries }) => ({
      record: { ...record, task: { ...record.task, suite: join(results, 'moved') } },
      queries,
    }));
    expect(await reproduce(gone)).toMatchObject({ code: 2, stderr: expect.stringContaining('moved') });
  });

  it.each([['--sign', 'key.pem'], ['--dry-run']])('refuses %s, which would do nothing', async (...flags) => {
    const { code, stderr } = await reproduce(folderOf('bm25'), ...flags);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${flags[0]} with --record`)]);
  });
});
