import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { listening } from '../../../../test/support/listening.js';
import { testClock } from '../../../../test/support/served-embedder.js';
import { testTools } from '../../../../test/support/tools.js';
import type { Embedder } from '../../../core/index.js';
import { services } from '../../../platform/api-client/index.js';
import { openRetriever } from '../open-model.js';
import { EMBEDDING_SERVICES } from '../unregistered.js';
import { DIALECTS, openLateApi, openSparseApi } from './index.js';

type Asked = { readonly url: string; readonly body: Record<string, unknown> };

/** A server that answers all with this. */
const answering = async (answer: (texts: readonly string[]) => unknown): Promise<[string, Asked[]]> => {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Record<string, unknown>;
    asked.push({ url: request.url!, body });
    response.end(JSON.stringify(answer((body.inputs ?? body.input) as string[])));
  });
  return [await listening(server), asked];
};

const embedded = async <Vector>(embedder: Embedder<Vector>, texts: readonly string[]) => {
  const vectors: (Vector | string)[] = [];
  for await (const { embedded, failed } of embedder.embed(texts, 'document', testTools())) {
    for (const { place, vector } of embedded) vectors[place] = vector;
    for (const { place, reason } of failed) vectors[place] = reason;
  }
  await embedder.close();
  return vectors;
};

const settings = (origin: string) => ({ model: 'm', endpoints: [origin], env: {}, clock: testClock() });

describe('/embed_sparse of TEI', () => {
  it('gives weights, sorted and without zeros', async () => {
    const [origin, asked] = await answering((texts) =>
      texts.map((text) => [
        { index: 9, value: text.length },
        { index: 4, value: 0.5 },
        { index: 7, value: 0 },
      ]),
    );
    const [vector] = await embedded(await openSparseApi(settings(origin)), ['abc']);
    expect(vector).toEqual({ indices: Int32Array.of(4, 9), weights: Float32Array.of(0.5, 3) });
    expect(asked).toEqual([{ url: '/embed_sparse', body: { inputs: ['abc'], truncate: true } }]);
  });

  it.each([
    [
      'an index twice',
      [
        [
          { index: 1, value: 1 },
          { index: 1, value: 2 },
        ],
      ],
      'an index twice',
    ],
    ['no weights', [{ index: 1 }], 'without embeddings'],
    ['too few', [], '0 vectors for 1 texts'],
  ])('with %s fails', async (_, answer, reason) => {
    const [origin] = await answering(() => answer);
    expect((await embedded(await openSparseApi(settings(origin)), ['abc']))[0]).toContain(reason);
  });
});

describe('/pooling of vLLM', () => {
  const pooled = (rows: unknown) => (texts: readonly string[]) => ({
    data: texts.map((_, index) => ({ index, object: 'pooling', data: rows })).reverse(),
    usage: { prompt_tokens: 6 },
  });

  it('gives a vector per token', async () => {
    const [origin, asked] = await answering(
      pooled([
        [1, 2],
        [3, 4],
        [5, 6],
      ]),
    );
    const embedder = await openLateApi(settings(origin));
    const vectors = await embedded(embedder, ['a', 'b']);
    expect(vectors).toEqual(
      [1, 2].map(() => ({ tokens: 3, dimensions: 2, data: Float32Array.of(1, 2, 3, 4, 5, 6) })),
    );
    expect(embedder.usage().tokens).toBe(6);
    expect(asked[0]).toEqual({
      url: '/pooling',
      body: {
        model: 'm',
        input: ['a', 'b'],
        task: 'token_embed',
        encoding_format: 'float',
        truncate_prompt_tokens: -1,
      },
    });
  });

  it.each([
    ['rows of two sizes', [[1, 2], [3]], 'of different sizes'],
    ['no rows', [], 'without embeddings'],
    ['a pooled vector', [1, 2], 'not a vector'],
  ])('with %s fails', async (_, rows, reason) => {
    const [origin] = await answering(pooled(rows));
    expect((await embedded(await openLateApi(settings(origin)), ['abc']))[0]).toContain(reason);
  });
});

describe('names', () => {
  const context = (env: Readonly<Record<string, string>> = {}) => ({
    ...{ task: 'Biology', asPublished: false, env, hubCache: '', tools: testTools() },
    ensureModel: async () => '',
  });

  it('served:URL#model(kind=…) reaches both, with or without the /v1 of the OpenAI API', async () => {
    const [origin, asked] = await answering(() => [[{ index: 1, value: 1 }]]);
    const sparse = await openRetriever(`served:${origin}/v1#splade`, { kind: 'sparse' }, context());
    expect([sparse.kind, sparse.name]).toEqual(['sparse', 'served-splade']);
    if (sparse.kind === 'sparse') await embedded(sparse.embedder, ['x']);
    expect(asked[0]!.url).toBe('/embed_sparse');
    const late = await openRetriever(`served:${origin}#colbert`, { kind: 'late' }, context());
    expect(late.kind).toBe('late');
  });

  it('SERVICE:model is for the services that embed, each with its key', async () => {
    const embedding = Object.entries(services()).filter(([, { embeddings }]) => embeddings);
    expect(embedding.map(([name]) => name)).toEqual([...EMBEDDING_SERVICES]);
    for (const [name, { embeddings, keys, homeVariable, home }] of embedding) {
      expect(Object.keys(DIALECTS)).toContain(embeddings);
      const address = home ? {} : { [homeVariable!]: 'https://my.openai.azure.com' };
      await expect(openRetriever(`${name}:m`, {}, context(address))).rejects.toThrow(`set ${keys[0]}`);
      const model = await openRetriever(`${name}:m`, {}, context({ ...address, [keys[0]!]: 'k' }));
      expect([model.kind, model.name]).toEqual(['dense', `${name}-m`]);
      if (model.kind === 'dense') await model.embedder.close();
    }
  });

  it('azure:DEPLOYMENT embeds at its deployment', async () => {
    const [origin, asked] = await answering((texts) => ({
      data: texts.map((_, index) => ({ index, embedding: [1, 2] })),
    }));
    const env = { AZURE_OPENAI_ENDPOINT: origin, AZURE_OPENAI_API_KEY: 'k' };
    const model = await openRetriever('azure:ada', {}, context(env));
    if (model.kind === 'dense') await embedded(model.embedder, ['x']);
    expect(asked[0]!.url).toBe('/openai/deployments/ada/embeddings?api-version=2024-10-21');
  });
});
