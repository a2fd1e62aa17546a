import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type BatchServer, startBatchServer } from '../../../../test/support/batch-server.js';
import { hashVector } from '../../../../test/support/embedding-server.js';
import { testClock } from '../../../../test/support/served-embedder.js';
import { type TestTools, testTools } from '../../../../test/support/tools.js';
import { type DenseEmbedder, Stopped } from '../../../core/index.js';
import { type EmbeddingApiSettings, openEmbeddingApi } from './index.js';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const opened = async (
  server: BatchServer,
  dialect: EmbeddingApiSettings['dialect'],
  tools: TestTools,
): Promise<DenseEmbedder> => {
  const clock = testClock();
  const embedder = await openEmbeddingApi({
    dialect,
    model: 'embedder-1',
    endpoints: [`${server.origin}/${dialect === 'gemini' ? 'v1beta' : 'v1'}`],
    usdPerMillionTokens: 1000,
    batchItems: tools.items,
    env: {},
    clock: {
      ...clock,
      sleep: async (ms, signal) => {
        await turn();
        return clock.sleep(ms, signal);
      },
    },
  });
  closing.push(embedder.close);
  return embedder;
};

const embed = async (embedder: DenseEmbedder, texts: readonly string[], tools: TestTools) => {
  const vectors: (readonly number[])[] = [];
  for await (const { embedded, failed } of embedder.embed(texts, 'document', tools)) {
    expect(failed).toEqual([]);
    for (const { place, vector } of embedded) vectors[place] = [...vector];
  }
  return vectors;
};

const TEXTS = Array.from({ length: 130 }, (_, i) => `text ${i}`);
const VECTORS = TEXTS.map((text) => hashVector(text));

describe.each(['openai', 'voyage', 'gemini'] as const)('texts in batches of %s', (dialect) => {
  it('get their vectors, each text once, at a share of the price', async () => {
    const server = await startBatchServer();
    closing.push(server.close);
    const tools = testTools();
    const embedder = await opened(server, dialect, tools);
    expect(await embed(embedder, TEXTS, tools)).toEqual(VECTORS);
    expect(server.batches.flatMap(({ requests }) => requests).length).toBe(130);
    expect(server.live).toEqual([]);
    const { tokens = 0, usd = 0, calls } = embedder.usage!();
    expect(calls).toBe(130);
    expect(usd).toBeCloseTo((tokens / 1000) * (dialect === 'voyage' ? 0.67 : 0.5), 9);
  });

  it('are taken up by the next command, however few are left', async () => {
    const server = await startBatchServer();
    closing.push(server.close);
    server.hold();
    const stop = new AbortController();
    const tools = testTools({ signal: stop.signal });
    const waiting = embed(await opened(server, dialect, tools), TEXTS, tools).catch((error) => error);
    await server.made(1);
    stop.abort(new Stopped());
    expect(await waiting).toBeInstanceOf(Stopped);
    server.letGo();
    await closing.pop()!();
    const next = { ...testTools(), items: tools.items };
    expect(await embed(await opened(server, dialect, next), TEXTS.slice(0, 3), next)).toEqual(
      VECTORS.slice(0, 3),
    );
    expect(server.batches.length).toBe(1);
    expect(server.live).toEqual([]);
  });
});

it('few texts are not worth a batch', async () => {
  const server = await startBatchServer();
  closing.push(server.close);
  const tools = testTools();
  const embedder = await opened(server, 'openai', tools);
  expect(await embed(embedder, TEXTS.slice(0, 5), tools)).toEqual(VECTORS.slice(0, 5));
  expect(server.batches).toEqual([]);
  expect(embedder.usage!().usd).toBeCloseTo(0.035, 9);
});
