import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testTools } from '../../../test/support/tools.js';
import type { WantedModel } from '../../platform/hub/index.js';
import { isUnregisteredReranker, openReranker } from './open-reranker.js';
import type { RerankerContext, RerankerSettings } from './reranker-choice.js';

const folder = fileURLToPath(new URL('../../../test/golden/onnx/bert-pair', import.meta.url));
/** What the tiny models read. */
const SHORT = { maxTokens: 48 };

/** Remembers which models were requested. */
const place = (changes: Partial<RerankerContext> = {}) => {
  const brought: WantedModel[] = [];
  const made: RerankerContext = {
    asPublished: false,
    env: {},
    hubCache: '/nowhere',
    tools: testTools(),
    ensureModel: async (wanted) => {
      brought.push(wanted);
      return folder;
    },
    ...changes,
  };
  return { ...made, brought };
};

const open = async (name: string, settings: RerankerSettings, at: RerankerContext) => {
  const opened = await openReranker(name, settings, at);
  onTestFinished(() => opened.scorer.close());
  return opened;
};

describe('a served reranker', () => {
  const specs = (...asked: readonly (readonly [string, RerankerSettings])[]) =>
    Promise.all(asked.map(async ([name, settings]) => (await open(name, settings, place())).scorer.spec));
  const at = (port: number): string => `http://127.0.0.1:${port}`;

  it('is known by its address, unless it is said to be the same as another', async () => {
    const [here, there, same] = await specs(
      [`served:${at(8)}#m`, {}],
      [`served:${at(9)}#m`, {}],
      [`served:${at(9)}#m`, { sameAs: at(8) }],
    );
    expect(here).toMatchObject({ identity: { address: at(8) } });
    expect(there).not.toEqual(here);
    expect(same).toEqual(here);
  });

  it('of the registry is known by its model and revision', async () => {
    const [here, there] = await specs(
      ['ms-marco-minilm-l6', { endpoints: [at(8)] }],
      ['ms-marco-minilm-l6', { endpoints: [at(9)] }],
    );
    expect(here).toMatchObject({ identity: { revision: expect.stringMatching(/^[0-9a-f]{40}$/) } });
    expect(there).toEqual(here);
  });
});

describe('a row', () => {
  it('is fetched from the hub and known by repository and revision', async () => {
    const at = place();
    const { name, scorer } = await open('bge-reranker', SHORT, at);
    expect(name).toBe('bge-reranker');
    expect(at.brought).toEqual([
      { repository: 'onnx-community/bge-reranker-v2-m3-ONNX', file: 'onnx/model.onnx' },
    ]);
    expect(scorer.spec).toMatchObject({
      weights: { repository: 'onnx-community/bge-reranker-v2-m3-ONNX', revision: 'bert-pair' },
      pair: { maxTokens: 48, truncation: 'longest-first' },
    });
  });

  it('is fetched at the revision it names where the repository is its own', async () => {
    const at = place();
    await open('ms-marco-minilm-l6', SHORT, at);
    expect(at.brought[0]!.revision).toMatch(/^[0-9a-f]{40}$/);
  });

  it('reads as many tokens as it says, not as the model could', async () => {
    await expect(openReranker('bge-reranker', {}, place())).rejects.toThrow('a limit of 512 tokens');
  });

  it('is opened from a folder, hashed', async () => {
    const at = place();
    const { scorer } = await open('monobert', { ...SHORT, folder }, at);
    expect(at.brought).toEqual([]);
    expect(scorer.spec).toMatchObject({
      weights: { 'onnx/model.onnx': expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  it('takes what the user says', async () => {
    const settings = {
      ...SHORT,
      folder,
      truncation: 'only-second',
      activation: 'sigmoid',
      logit: 0,
    } as const;
    const { scorer } = await open('bge-reranker', settings, place());
    expect(scorer.spec).toMatchObject({
      pair: { truncation: 'only-second' },
      head: { activation: 'sigmoid', logit: 0 },
    });
    await expect(openReranker('bge-reranker', { folder, logit: -1 }, place())).rejects.toThrow('from 0');
  });

  it('goes to servers that are given, in the dialect of its row or the one said', async () => {
    const endpoints = ['http://localhost:8000'];
    const spec = async (name: string, settings: RerankerSettings) =>
      (await open(name, { endpoints, ...settings }, place())).scorer.spec;
    expect(await spec('rankllama', {})).toMatchObject({
      model: 'castorini/rankllama-v1-7b-lora-passage',
      dialect: 'vllm-score',
      form: { query: { prefix: 'query: ', suffix: '' }, document: { prefix: 'document: ', suffix: '' } },
      listwise: false,
      maxTokens: 1024,
      serverCuts: true,
    });
    expect(await spec('bge-reranker', {})).toMatchObject({
      model: 'BAAI/bge-reranker-v2-m3',
      dialect: 'tei',
      maxTokens: 512,
      cutBy: { truncation: 'longest-first' },
    });
    expect(await spec('monobert', { dialect: 'vllm-score', maxTokens: 99 })).toMatchObject({
      dialect: 'vllm-score',
      maxTokens: 99,
    });
  });

  it('is read as published when asked', async () => {
    const at = place({ asPublished: true });
    const { scorer } = await open('rankllama', { endpoints: ['http://localhost:8000'] }, at);
    expect(scorer.spec).toMatchObject({ maxTokens: 512 });
  });

  it('goes to a service only when its key is set', async () => {
    const keyed = place({ env: { JINA_API_KEY: 'k' } });
    expect((await open('jina-reranker-v2', SHORT, keyed)).scorer.spec).toMatchObject({
      dialect: 'jina',
      model: 'jina-reranker-v2-base-multilingual',
    });
    expect(keyed.brought).toEqual([]);
    const keyless = place({ env: { JINA_API_KEY: ' ' } });
    expect((await open('jina-reranker-v2', SHORT, keyless)).scorer.spec).toMatchObject({
      kind: 'onnx-cross-encoder',
    });
    expect(keyless.brought).toHaveLength(1);
  });

  it('takes its prompt along, of which no server may cut the end', async () => {
    const endpoints = ['http://localhost:8000'];
    const form = { document: { prefix: '<Document>: ', suffix: expect.stringMatching(/^<\|im_end\|>/) } };
    for (const dialect of ['completions', 'vllm-score'] as const)
      expect((await open('qwen3-reranker-4b', { endpoints, dialect }, place())).scorer.spec).toMatchObject({
        dialect,
        form,
        serverCuts: false,
        answers: dialect === 'completions' ? { yes: 'yes', no: 'no' } : null,
      });
  });

  it('is cut by its service alone where the row says so; the service is told the limit if it can be', async () => {
    const at = place({ env: { JINA_API_KEY: 'k', VOYAGE_API_KEY: 'k', COHERE_API_KEY: 'k' } });
    for (const name of ['jina-reranker-v3', 'voyage-rerank-2.5'])
      expect((await open(name, {}, at)).scorer.spec).toMatchObject({ maxTokens: null, cutBy: null });
    expect((await open('cohere-rerank-v4.0-pro', {}, at)).scorer.spec).toMatchObject({
      maxTokens: 32768,
      cutBy: null,
    });
    expect((await open('voyage-rerank-2.5', { maxTokens: 300 }, at)).scorer.spec).toMatchObject({
      maxTokens: 300,
      cutBy: { truncation: 'longest-first' },
    });
  });

  it('counts what it costs where its price is known', async () => {
    const at = place({ env: { VOYAGE_API_KEY: 'k', COHERE_API_KEY: 'k' } });
    expect((await open('voyage-rerank-2.5', {}, at)).scorer.usage()).toMatchObject({ usd: 0 });
    expect((await open('cohere-rerank-v3.5', {}, at)).scorer.usage()).toMatchObject({ usd: 0, searches: 0 });
    expect((await open('cohere-rerank-v5.0-pro', {}, at)).scorer.usage()).not.toHaveProperty('usd');
  });

  it('that reads its documents together says so', async () => {
    const at = place({ env: { JINA_API_KEY: 'k' } });
    expect((await open('jina-reranker-v3', {}, at)).scorer.listwise).toBe(true);
    expect((await open('jina-reranker-v3', {}, at)).scorer.spec).toMatchObject({
      listwise: { documents: expect.any(Number) },
    });
  });

  it('without anything at hand says what would help', async () => {
    await expect(openReranker('monobert', {}, place())).rejects.toMatchObject({
      message: expect.stringContaining('has no back end at hand'),
      fix: expect.stringContaining('optimum-cli export onnx --model castorini/monobert-large-msmarco'),
    });
    await expect(openReranker('cohere-rerank-v3.5', {}, place())).rejects.toMatchObject({
      fix: expect.stringContaining('export COHERE_API_KEY=…'),
    });
  });

  it('whose prompt goes on after the document does not run here', async () => {
    await expect(openReranker('qwen3-reranker-4b', { folder }, place())).rejects.toThrow('goes on after');
  });

  it('that does not exist gets the nearest as a suggestion', async () => {
    await expect(openReranker('bge-rerankr', {}, place())).rejects.toThrow('did you mean "bge-reranker"');
  });
});

describe('a reranker outside the table', () => {
  it('is a folder or a hub id with a model for sequence classification', async () => {
    const at = place();
    const own = await open(`onnx:${folder}`, {}, at);
    expect(own.name).toBe('onnx-bert-pair');
    expect(own.scorer.spec).toMatchObject({ pair: { maxTokens: 48 } });
    expect((await open('onnx:Tests/Tiny-Reranker', {}, at)).name).toBe('onnx-Tiny-Reranker');
    expect(at.brought).toEqual([{ repository: 'Tests/Tiny-Reranker' }]);
    await expect(openReranker('onnx:no such folder', {}, at)).rejects.toThrow('no folder');
  });

  it('is a server, with its model after the #', async () => {
    const settings = { dialect: 'tei', maxTokens: 300 } as const;
    const { name, scorer } = await open('served:http://localhost:8000#org/some-reranker', settings, place());
    expect(name).toBe('served-some-reranker');
    expect(scorer.spec).toMatchObject({ model: 'org/some-reranker', dialect: 'tei', maxTokens: 300 });
    const plain = await open('served:http://localhost:8000#some-reranker', {}, place());
    expect(plain.scorer.spec).toMatchObject({ dialect: 'vllm-rerank', maxTokens: null });
  });

  it('is told from a row by its name', () => {
    expect(['onnx:x', 'served:x', 'bge-reranker', 'x:y', 'toString:x'].map(isUnregisteredReranker)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
