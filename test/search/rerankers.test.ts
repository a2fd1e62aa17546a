import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chosenModel } from '../../src/cli/chosen-models.js';
import { corpusOf, docId, queryId } from '../../src/core/index.js';
import { openReranker } from '../../src/models/scorers/index.js';
import { rerank, scored } from '../../src/search/reranking/index.js';
import { printedBy } from '../support/in-process.js';
import { testTools } from '../support/tools.js';

const folder = fileURLToPath(new URL('../golden/onnx/bert-pair', import.meta.url));

/** What `r2med models …` prints. */
const printed = (...args: string[]): Promise<string> =>
  printedBy(['models', ...args], { env: { COHERE_API_KEY: 'secret-key' } });

describe('r2med models --kind reranker', () => {
  it('lists every row with its head, size, limit, back ends and what is here', async () => {
    const lines = (await printed('--kind', 'reranker')).split('\n');
    const line = (name: string) => lines.filter((each) => each.startsWith(`${name} `)).join('\n');
    expect(line('bge-reranker')).toMatch(/one-logit +568M +512 +onnx, served, python +– +not fetched/);
    expect(line('bge-reranker')).toContain('BAAI/bge-reranker-v2-m3');
    expect(line('monobert')).toContain('needs an export');
    expect(line('cohere-rerank-v3.5')).toMatch(/service +– +4,096 +service +– +COHERE_API_KEY set/);
    expect(line('voyage-rerank-2.5')).toContain('needs VOYAGE_API_KEY');
  });

  it('prints rows as JSON, and never a key', async () => {
    const text = await printed('--kind', 'reranker', '--json');
    expect(text).not.toContain('secret-key');
    const rows = JSON.parse(text) as { name: string; readiness: { ready: boolean }[] }[];
    expect(rows.find(({ name }) => name === 'cohere-rerank-v3.5')!.readiness).toMatchObject([
      { ready: true },
    ]);
  });

  it('stay out of the list of what embeds', async () => {
    expect(await printed()).not.toContain('monobert');
  });
});

describe('the page of a reranker', () => {
  it('has its facts, what it reads and how to run it', async () => {
    const page = await printed('bge-reranker');
    expect(page).toContain('bge-reranker: BAAI/bge-reranker-v2-m3 (reranker)\n');
    expect(page).toContain('512 tokens a pair; the longer text gives way first; the model reads 8,192');
    expect(page).toContain('published     nv.bge-reranker-10, nv.bge-reranker-100 (r2med-repo)');
    expect(page).toContain(
      'onnx          onnx-community/bge-reranker-v2-m3-ONNX onnx/model.onnx: not fetched',
    );
    expect(page).toContain('$ r2med fetch --model bge-reranker');
    expect(page).toContain('tei           $ text-embeddings-router --model-id BAAI/bge-reranker-v2-m3');
  });

  it('as published differs where the reference had a bug', async () => {
    expect(await printed('show', 'rankllama')).toMatch(/limit +1,024 tokens[\s\S]*Shown with --as-published/);
    const published = await printed('show', 'rankllama', '--as-published');
    expect(published).toMatch(/limit +512 tokens/);
    expect(published).toMatch(/as published +The reference implementation means 1024/);
  });

  it('separates the lines of a prompt and names its instruction', async () => {
    const page = await printed('show', 'QWEN3-reranker-0.6b');
    expect(page).toContain('score         the probability of one answer against the other: yes, no');
    expect(page).toMatch(/│ <Instruct>: \{instruction\}\n +│ <Query>: \{text\}/);
    expect(page).toContain('instruction   │ Given a web search query');
  });

  it('says what a service costs', async () => {
    expect(await printed('voyage-rerank-2.5')).toContain('$0.05 per million tokens');
    expect(await printed('cohere-rerank-v3.5')).toContain('$2 per thousand searches');
  });

  it('is JSON when asked, and an unknown name gets the nearest of all kinds as a suggestion', async () => {
    const { row, asPublished } = JSON.parse(await printed('show', 'monobert', '--json')) as {
      row: { head: string };
      asPublished: boolean;
    };
    expect([row.head, asPublished]).toEqual(['two-logits', false]);
    await expect(printed('show', 'monobrt')).rejects.toThrow('did you mean "monobert"');
  });
});

describe('fetch --model', () => {
  it('takes a reranker by its name', async () => {
    expect(await chosenModel('BGE-reranker')).toEqual({
      model: 'bge-reranker',
      wanted: { repository: 'onnx-community/bge-reranker-v2-m3-ONNX', file: 'onnx/model.onnx' },
    });
    expect((await chosenModel('gte-reranker-modernbert')).wanted.revision).toMatch(/^[0-9a-f]{40}$/);
    expect((await chosenModel('bge-small-en-v1.5')).model).toBe('bge-small-en-v1.5');
  });

  it('of one without a file on the hub says how to run it', async () => {
    await expect(chosenModel('monobert')).rejects.toMatchObject({
      fix: expect.stringContaining('optimum-cli export onnx --model castorini/monobert-large-msmarco'),
    });
    await expect(chosenModel('no-such')).rejects.toThrow('unknown model "no-such"');
  });
});

it('a cross-encoder reranks a ranking, and a second run scores nothing again', async () => {
  const texts = { a: 'An infarct.', b: 'Heartburn.', c: 'A cough that lasts. '.repeat(20), d: 'Gout.' };
  const corpus = corpusOf(
    'k',
    Object.entries(texts).map(([id, text]) => ({ id, text })),
  );
  const tools = testTools();
  const ranked = {
    query: { id: queryId('q'), text: 'chest pain' },
    hits: Object.keys(texts).map((id, i) => ({ docId: docId(id), score: 9 - i })),
  };
  const run = async () => {
    const place = { asPublished: false, env: {}, hubCache: '', tools, ensureModel: async () => folder };
    const { name, scorer } = await openReranker(`onnx:${folder}`, {}, place);
    onTestFinished(() => scorer.close());
    const stage = rerank(scored(name, scorer), { depth: 3 });
    const runner = await stage.open(corpus, tools);
    const [{ hits } = { hits: [] }] = await runner.run([ranked]);
    return { hits, facts: runner.facts, name: stage.name };
  };
  const first = await run();
  expect(first.name).toBe('onnx-bert-pair(3)');
  expect(new Set(first.hits.slice(0, 3).map((hit) => hit.docId))).toEqual(new Set(['a', 'b', 'c']));
  expect(first.hits[3]!.docId).toBe('d');
  expect(first.facts).toMatchObject({
    reranking: { pairs: 3, failed: 0, cutQueries: 0, cutDocuments: 1, unchanged: 0 },
  });
  const second = await run();
  expect(second.hits).toEqual(first.hits);
  expect(second.facts).toMatchObject({ reranking: { tokens: 0, cutDocuments: 1 } });
});
