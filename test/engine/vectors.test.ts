import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { openEngine } from '../../src/search/engines/index.js';
import { describeVectorCodes } from '../conformance/engine-codes.js';
import { describeEngineVectors, describeVectorParts } from '../conformance/engine-vectors.js';
import { startR2med } from '../support/command.js';
import { printedBy, r2med } from '../support/in-process.js';
import { madeCollection } from '../support/made-collection.js';
import { testTools } from '../support/tools.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

const cluster = inject('cluster');
const open = () => openEngine(`opensearch:${cluster}`, {}, testTools());

const LAYOUTS = [
  { shards: 1, replicas: 0 },
  { shards: 3, replicas: 0 },
  { shards: 1, replicas: 1 },
  { shards: 3, replicas: 1 },
];

describeEngineVectors('OpenSearch', open, LAYOUTS);
describeVectorParts('OpenSearch', open);
describeVectorCodes('OpenSearch', open);

/** Words hashed into 48 dimensions: enough of a model for a search whose numbers are compared. */
const EMBED = `
import { appendFileSync } from 'node:fs';
export const name = 'words';
export const version = '1';
export const embed = (texts) => texts.map((text) => {
  if (process.env.EMBEDDED) appendFileSync(process.env.EMBEDDED, '.');
  const vector = new Array(48).fill(0);
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    let hash = 7;
    for (const letter of word) hash = (hash * 31 + letter.charCodeAt(0)) % 1000003;
    vector[hash % 48] += hash % 7 < 3 ? 1 : -0.5;
  }
  return vector;
});`;

const drop = async (): Promise<void> => {
  const engine = await open();
  for (const { name } of await engine.collections()) await engine.drop(name);
  await engine.close();
};

afterEach(drop);

describe('dense systems of the command line on OpenSearch', () => {
  const SAMPLE = ['--suite', 'sample', '--task', 'MedQA-Diag'];
  const env = { OPENSEARCH_URL: cluster };

  it('leave the files they leave without an engine: models, their variants, vectors in files', async () => {
    const cwd = writtenFolder({ 'embed.mjs': EMBED });
    await printedBy(['embed', ...SAMPLE, '--retriever', 'module:embed.mjs', '--out', 'vectors'], { cwd });
    const systems = [
      'module:embed.mjs',
      'module:embed.mjs(truncate:16, similarity=dot)',
      'hyde(sample-writer) > module:embed.mjs',
      'rrf(bm25, module:embed.mjs)',
      'npy:vectors',
    ].flatMap((system) => ['--system', system]);
    await printedBy(['run', ...SAMPLE, ...systems, '--out', 'here'], { cwd, env });
    await printedBy(['run', ...SAMPLE, ...systems, '--out', 'there', '--engine', 'opensearch'], { cwd, env });
    const made = readdirSync(join(cwd, 'here')).filter((name) => !name.startsWith('.'));
    expect(made).toHaveLength(5);
    for (const system of made) {
      const file = (where: string, name: string) =>
        readFileSync(join(cwd, where, system, 'MedQA-Diag', name), 'utf8');
      for (const name of ['run.trec', 'queries.jsonl'])
        expect(file('there', name), system).toBe(file('here', name));
      const [there, here] = ['there', 'here'].map((where) => JSON.parse(file(where, 'record.json')));
      expect(there).toMatchObject({ spec: here.spec, fingerprint: here.fingerprint, scores: here.scores });
      expect(JSON.stringify(there.facts)).toContain('"index":"r2med-');
    }
  });

  it('follow a graph as another system, and say how much of exact search it finds', async () => {
    const cwd = writtenFolder({ 'embed.mjs': EMBED });
    const run = ['run', ...SAMPLE, '--system', 'module:embed.mjs(hnsw)', '--out', 'out'];
    const without = await r2med(run, { cwd });
    expect([without.code, without.stderr]).toEqual([
      2,
      expect.stringContaining('add --engine opensearch:URL or postgres:URL'),
    ]);
    const { code, stderr } = await r2med([...run, '--engine', 'opensearch'], { cwd, env });
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('words(hnsw) is approximate: recall@10 1.0000'),
    ]);
    const record = JSON.parse(readFileSync(join(cwd, 'out/words-hnsw/MedQA-Diag/record.json'), 'utf8'));
    expect(record).toMatchObject({
      spec: { approximate: { method: 'hnsw' } },
      facts: { engine: { exact: false }, approximate: { sample: { 'recall@10': 1, 'recall@100': 1 } } },
    });
  });

  it('search and explain show what they show without an engine', async () => {
    const cwd = writtenFolder({ 'embed.mjs': EMBED });
    // An explanation uses what a run has cached.
    const home = { ...env, R2MED_HOME: join(cwd, 'home') };
    const system = ['--system', 'module:embed.mjs'];
    await printedBy(['run', ...SAMPLE, ...system, '--out', 'results'], { cwd, env: home });
    for (const args of [
      ['search', 'stiff shoulders in the morning', ...SAMPLE, ...system, '--json'],
      ['explain', ...SAMPLE, '--query', 'mqa-q04', ...system, '--json'],
    ])
      expect(await printedBy([...args, '--engine', 'opensearch'], { cwd, env: home })).toBe(
        await printedBy(args, { cwd, env: home }),
      );
  });

  it('are refused where an engine does not compare their vectors', async () => {
    const cwd = writtenFolder({ 'embed.mjs': EMBED });
    for (const system of ['module:embed.mjs(int8)', 'module:embed.mjs(rescore:binary)', 'lsa']) {
      const args = ['run', ...SAMPLE, '--system', system, '--engine', 'opensearch'];
      const { code, stderr } = await r2med(args, { cwd, env });
      expect([code, stderr]).toEqual([2, expect.stringContaining(`run ${system} without --engine`)]);
    }
  });
});

it('kill -9 of the client while it embeds and loads: the same command goes on from there', async () => {
  const many = madeCollection(12_000);
  const cwd = writtenFolder({
    'embed.mjs': EMBED,
    'task/corpus.jsonl': jsonl(...many.documents),
    'task/query.jsonl': jsonl(...many.queries.filter(({ text }) => text !== '').slice(0, 20)),
    'task/qrels.jsonl': jsonl({ q_id: 'q0', p_id: many.documents[0]!.id, score: 1 }),
  });
  const run = (out: string, ...more: readonly string[]) => {
    const env = { OPENSEARCH_URL: cluster, EMBEDDED: join(cwd, `embedded-${out}`) };
    const words = ['run', '--data', 'task', '--retriever', 'module:embed.mjs', '--out', out, ...more];
    return startR2med(words, { cwd, env });
  };
  const there = ['--engine', 'opensearch'];
  const killed = run('killed', ...there);
  const engine = await open();
  const rows = async (): Promise<number> => {
    await fetch(`${cluster.split(',')[0]}/r2med-*/_refresh`, { method: 'POST' });
    return (await engine.collections())[0]?.documents ?? 0;
  };
  await vi.waitUntil(async () => (await rows()) > 0, { timeout: 300_000, interval: 20 });
  killed.kill('SIGKILL');
  await killed.done;
  expect(await engine.collections()).toMatchObject([{ kind: 'vectors', complete: false }]);
  const left = await rows();
  await engine.close();
  // Another machine: it has none of the vectors that the first one made.
  const resumed = await run('there', ...there).done;
  expect(resumed).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/ were there; all 12,000 checked/),
  });
  expect(readFileSync(join(cwd, 'embedded-there'), 'utf8').length).toBeLessThan(12_000 - left + 20 + 20);
  expect((await run('here').done).code).toBe(0);
  const [found, wanted] = ['there', 'here'].map((out) =>
    readFileSync(join(cwd, out, 'words', 'task', 'run.trec'), 'utf8'),
  );
  expect(found).toBe(wanted);
});
