import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/command.js';
import { hubCacheWith } from '../../../test/support/model-cache.js';
import { readiness } from '../registry/index.js';
import { rerankerEntry } from './reranker-entries.js';

const bge = rerankerEntry('bge-reranker');

it('says of every back end what is missing and how to fix it', async () => {
  const ways = await readiness(bge, { hubCache: temporaryFolder(), env: {} });
  expect(ways).toEqual([
    { via: 'onnx', ready: false, state: 'not fetched', fix: 'r2med fetch --model bge-reranker' },
    {
      via: 'served',
      ready: false,
      state: 'needs a server',
      fix: expect.stringMatching(/^text-embeddings-router/),
    },
    { via: 'served', ready: false, state: 'needs a server', fix: expect.stringMatching(/^vllm serve/) },
    {
      via: 'python',
      ready: false,
      state: 'needs Python',
      fix: 'pip install sentence-transformers && r2med run --reranker bge-reranker --python python3',
    },
  ]);
});

it('finds fetched files in the hub cache', async () => {
  const hubCache = hubCacheWith({
    'onnx-community/bge-reranker-v2-m3-ONNX': { 'onnx/model.onnx': '', 'tokenizer.json': '{}' },
  });
  const [onnx] = await readiness(bge, { hubCache, env: {} });
  expect(onnx).toEqual({ via: 'onnx', ready: true, state: 'files here' });
});

it('tells an export to make, and whether a key is set, never which', async () => {
  const machine = { hubCache: temporaryFolder(), env: { VOYAGE_API_KEY: 'secret' } };
  expect(await readiness(rerankerEntry('monobert'), machine)).toMatchObject([
    { state: 'needs an export', fix: expect.stringContaining('--task text-classification') },
    { state: 'needs Python' },
  ]);
  const voyage = await readiness(rerankerEntry('voyage-rerank-2.5'), machine);
  expect(voyage).toEqual([{ via: 'service', ready: true, state: 'VOYAGE_API_KEY set' }]);
});
