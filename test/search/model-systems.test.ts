import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { type EmbeddingServer, startEmbeddingServer } from '../support/embedding-server.js';
import { r2med } from '../support/in-process.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

const inRepository = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const tiny = (): string =>
  writtenFolder({
    'corpus.jsonl': jsonl(
      { id: 'gout', text: 'Urate crystals inflame a joint.' },
      { id: 'anaemia', text: 'Iron deficiency lowers haemoglobin.' },
      { id: 'thyroid', text: 'Too little thyroid hormone slows the body.' },
    ),
    'query.jsonl': jsonl(
      { id: 'q1', text: 'urate crystals in a joint' },
      { id: 'q2', text: 'iron deficiency' },
    ),
    'qrels.jsonl': jsonl({ q_id: 'q1', p_id: 'gout', score: 1 }, { q_id: 'q2', p_id: 'anaemia', score: 1 }),
  });

const run = async (
  data: string,
  retriever: string,
  more: readonly string[] = [],
  env: Record<string, string> = {},
) => {
  const out = temporaryFolder();
  const called = await r2med(
    ['run', '--data', data, '--retriever', retriever, '--out', out, '--json', ...more],
    { env },
  );
  return { ...called, out };
};

const record = (stdout: string) => JSON.parse(stdout).records[0];

const server = async (): Promise<EmbeddingServer> => {
  const started = await startEmbeddingServer();
  onTestFinished(() => started.close());
  return started;
};

describe('a custom model', () => {
  it('as a module is one more row', async () => {
    const { code, stdout, stderr } = await run(tiny(), `module:${inRepository('examples/own-model.mjs')}`);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('Error')]);
    expect(record(stdout)).toMatchObject({ system: 'hashing', scores: { 'nDCG@10': 1 } });
  });

  it('has its compressed forms as rows of their own, with their bytes', async () => {
    const model = `module:${inRepository('examples/own-model.mjs')}`;
    const args = ['--system', `${model}(int8)`, '--system', `${model}(truncate:64+rescore:binary)`];
    const { stdout } = await run(tiny(), model, args);
    const records = JSON.parse(stdout).records as { name: string; facts: { bytesPerVector: number } }[];
    expect(records.map(({ name, facts }) => [name, facts.bytesPerVector])).toEqual([
      ['hashing', 1024],
      ['hashing(int8)', 256],
      ['hashing(truncate:64+rescore:binary)', 8 + 256],
    ]);
  });

  it('gives its vectors away as .npy files, and such files are a row themselves', async () => {
    const data = tiny();
    const vectors = temporaryFolder();
    const model = `module:${inRepository('examples/own-model.mjs')}`;
    const first = await run(data, model, ['--save-vectors', vectors]);
    const again = await run(data, `npy:${join(vectors, 'hashing', 'task')}`);
    expect(again.code).toBe(0);
    expect(record(again.stdout).scores).toEqual(record(first.stdout).scores);
    const rankings = (out: string, system: string) =>
      readFileSync(join(out, system, 'task', 'run.trec'), 'utf8').replaceAll(system, '');
    expect(rankings(again.out, 'npy-task')).toBe(rankings(first.out, 'hashing'));
  });

  it('as a command speaks JSON lines', async () => {
    const twin = join(writtenFolder({ 'embed.mjs': COMMAND }), 'embed.mjs');
    const { code, stdout, stderr } = await run(tiny(), `command:"${process.execPath} ${twin}"`);
    expect([code, stderr.includes('Error')]).toEqual([0, false]);
    expect(record(stdout).scores['nDCG@10']).toBe(1);
  });
});

/** Counts letters: the least a command must do. */
const COMMAND = `import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, texts } = JSON.parse(line);
  const vectors = texts.map((text) => [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => text.toLowerCase().split(letter).length - 1 + 0.01));
  console.log(JSON.stringify({ id, vectors }));
}
`;

describe('a model that does not know an order that is known', () => {
  const TRAINS = `export const name = 'trains';
export const embed = (texts) => texts.map((text) => [/train|What/.test(text) ? 9 : 0, text.length]);`;
  const RERANKS = `export const name = 'longest';
export const pairwise = true;
export const rerank = (query, documents) => documents.map(({ text }) => text.length);`;

  it.each([
    ['embedder', TRAINS, ['--retriever', 'module:model.mjs']],
    ['reranking', RERANKS, ['--system', 'bm25 > module:model.mjs']],
  ])('is said to be so under --quiet too, and marked in the record: %s', async (fact, source, words) => {
    const cwd = writtenFolder({ 'model.mjs': source });
    const env = { R2MED_HOME: temporaryFolder() };
    const called = () =>
      r2med(['run', '--data', tiny(), ...words, '--out', temporaryFolder(), '--quiet', '--json'], {
        cwd,
        env,
      });
    // From what is cached too, without asking again.
    for (const calls of [true, false]) {
      const { code, stdout, stderr } = await called();
      expect([code, stderr]).toEqual([0, expect.stringMatching(/the answer to "What causes gout\?" scores/)]);
      const said = JSON.parse(stdout).records.flatMap(
        (each: { facts: Record<string, object> }) => each.facts[fact] ?? [],
      )[0];
      expect(said.wrongOrder).toContain('a text about trains');
      expect(said.calls > 0).toBe(calls);
    }
  });
});

describe('a served model', () => {
  it('is asked once for each text, and a second run asks nothing', async () => {
    const { origin, requests } = await server();
    const data = tiny();
    const home = temporaryFolder();
    const env = { R2MED_HOME: home };
    const first = await run(data, `served:${origin}/v1#tiny`, [], env);
    expect(first.code).toBe(0);
    const asked = requests.flatMap(({ texts }) => texts);
    expect([...asked].sort()).toEqual([...new Set(asked)].sort());
    expect(asked).toHaveLength(5);
    const second = await run(data, `served:${origin}/v1#tiny`, [], env);
    expect(requests.flatMap(({ texts }) => texts)).toHaveLength(5);
    expect(record(second.stdout).scores).toEqual(record(first.stdout).scores);
  });

  it('of the table gets the instruction of the table', async () => {
    const { origin, requests } = await server();
    await run(tiny(), 'bge', ['--endpoint', `${origin}/v1`]);
    const asked = requests.flatMap(({ texts }) => texts);
    expect(asked).toContain('Represent this sentence for searching relevant passages: iron deficiency');
    expect(asked).toContain('Urate crystals inflame a joint.');
  });

  it('a text the server refuses is counted and named, and the rest is ranked', async () => {
    const refusing = await server();
    refusing.always((texts) =>
      texts.some((text) => text.includes('thyroid'))
        ? { status: 400, body: '{"error":{"message":"no"}}' }
        : undefined,
    );
    const { code, stdout, stderr } = await run(tiny(), `served:${refusing.origin}/v1#tiny`);
    expect(code).toBe(1);
    expect(stderr).toContain('thyroid');
    expect(stderr).toMatch(
      /incomplete, since work failed:\n {2}task: served-tiny: documents without a vector: 1 \(/,
    );
    expect(record(stdout).facts).toMatchObject({ notEmbedded: 1, notEmbeddedFirst: ['thyroid'] });
    expect(record(stdout).cost.tokensIn).toBeGreaterThan(0);
  });

  it('never shows the key', async () => {
    const { origin } = await server();
    const key = 'sk-secret-0123456789';
    const { stdout, stderr, out } = await run(tiny(), `served:${origin}/v1#tiny`, [], {
      OPENAI_API_KEY: key,
    });
    const kept = readFileSync(join(out, 'served-tiny', 'task', 'record.json'), 'utf8');
    expect([stdout, stderr, kept].join('')).not.toContain(key);
  });
});

describe('a local ONNX model', () => {
  it.each([
    ['a folder in the sentence-transformers layout', 'bert-sentence', ''],
    ['learned sparse', 'splade', '(kind=sparse)'],
    ['late interaction', 'colbert', '(kind=late)'],
  ])('%s is one more row', async (_, folder, settings) => {
    const text = `onnx:${inRepository(`test/golden/onnx/${folder}`)}${settings}`;
    const out = temporaryFolder();
    const { code, stdout, stderr } = await r2med([
      'run',
      '--data',
      tiny(),
      '--system',
      text,
      '--out',
      out,
      '--json',
    ]);
    expect([code, stderr.includes('Error')]).toEqual([0, false]);
    expect(record(stdout).system).toContain(folder);
    expect(record(stdout).evaluation.missingQueries).toBe(0);
  });

  it('that is not there says what is expected', async () => {
    const { code, stderr } = await run(tiny(), 'onnx:no/such/folder/at/all');
    expect(code).toBe(2);
    expect(stderr).toContain('hub id');
  });
});

describe('a model of the table', () => {
  it('without a back end at hand names every way to get one', async () => {
    const { code, stderr } = await run(tiny(), 'e5');
    expect(code).toBe(1);
    expect(stderr).toContain('vllm serve intfloat/e5-mistral-7b-instruct');
  });

  it('is looked up with the retrievers', async () => {
    const { code, stderr } = await run(tiny(), 'bgee');
    expect(code).toBe(2);
    expect(stderr).toContain('did you mean "bge"');
  });
});
