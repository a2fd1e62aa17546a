import { describe, expect, it } from 'vitest';
import { hashVector } from '../../../../../test/support/embedding-server.js';
import {
  collect,
  expectedVectors,
  servedTests,
  someTexts,
} from '../../../../../test/support/served-embedder.js';
import { InvalidResponse } from '../../../../platform/api-client/index.js';
import { DIALECTS, type DialectName } from './index.js';

const { server, open } = servedTests();
const names = Object.keys(DIALECTS) as DialectName[];

/** What each service's documentation says a request looks like. */
const REQUESTS = {
  openai: {
    path: '/v1/embeddings',
    query: { model: 'tiny', input: ['gout'], encoding_format: 'base64', dimensions: 4 },
    document: { model: 'tiny', input: ['gout'], encoding_format: 'base64', dimensions: 4 },
  },
  voyage: {
    path: '/v1/embeddings',
    query: { model: 'tiny', input: ['gout'], input_type: 'query', truncation: true, output_dimension: 4 },
    document: {
      model: 'tiny',
      input: ['gout'],
      input_type: 'document',
      truncation: true,
      output_dimension: 4,
    },
  },
  cohere: {
    path: '/v1/embed',
    query: {
      model: 'tiny',
      texts: ['gout'],
      input_type: 'search_query',
      embedding_types: ['float'],
      truncate: 'END',
      output_dimension: 4,
    },
    document: {
      model: 'tiny',
      texts: ['gout'],
      input_type: 'search_document',
      embedding_types: ['float'],
      truncate: 'END',
      output_dimension: 4,
    },
  },
  jina: {
    path: '/v1/embeddings',
    query: {
      model: 'tiny',
      input: ['gout'],
      task: 'retrieval.query',
      embedding_type: 'float',
      truncate: true,
      dimensions: 4,
    },
    document: {
      model: 'tiny',
      input: ['gout'],
      task: 'retrieval.passage',
      embedding_type: 'float',
      truncate: true,
      dimensions: 4,
    },
  },
  gemini: {
    path: '/v1/models/tiny:batchEmbedContents',
    query: {
      requests: [
        {
          model: 'models/tiny',
          content: { parts: [{ text: 'gout' }] },
          taskType: 'RETRIEVAL_QUERY',
          outputDimensionality: 4,
        },
      ],
    },
    document: {
      requests: [
        {
          model: 'models/tiny',
          content: { parts: [{ text: 'gout' }] },
          taskType: 'RETRIEVAL_DOCUMENT',
          outputDimensionality: 4,
        },
      ],
    },
  },
} as const satisfies Record<DialectName, unknown>;

describe.each(names)('the dialect %s', (dialect) => {
  it('asks as its documentation says, a rewrite like a query', async () => {
    const there = await server();
    const { embedder } = await open(there, { dialect, dimensions: 4 });
    for (const role of ['query', 'rewrite', 'document'] as const) await collect(embedder, ['gout'], role);
    const { path, query, document } = REQUESTS[dialect];
    expect(there.requests.map(({ path }) => path)).toEqual([path, path, path]);
    expect(there.requests.map(({ body }) => body)).toEqual([query, query, document]);
    for (const { headers } of there.requests) expect(headers['content-type']).toBe('application/json');
  });

  it('returns the vector of every text', async () => {
    const { embedder } = await open(await server(), { dialect });
    const texts = someTexts(150);
    expect((await collect(embedder, texts)).vectors).toEqual(expectedVectors(texts));
  });

  it('leaves out what it is told not to say', async () => {
    const there = await server();
    const { embedder } = await open(there, { dialect, tellRole: false, serverCuts: false });
    await collect(embedder, ['gout']);
    const sent = JSON.stringify(there.requests[0]?.body);
    expect(sent).not.toMatch(/"END"|"truncat\w+":true|dimension/i);
    // Cohere's models do not work without it.
    if (dialect !== 'cohere') expect(sent).not.toMatch(/input_type|task/i);
  });

  it.each([
    null,
    [],
    'text',
    {},
    { data: null },
    { data: [{}] },
    { embeddings: [[1]] },
    { embeddings: { float: null } },
    { embeddings: [] },
  ])('takes %j for no answer', (answer) => {
    expect(() => DIALECTS[dialect].read(answer, 1)).toThrow(InvalidResponse);
  });

  it.each([{ missing: 1 }, { extra: 1 }, { dimensions: 3 }, { firstNumber: 'null' }, { truncateAt: 30 }])(
    'asks again after %j, and names the text in the end',
    async (behaviour) => {
      const there = await server();
      const { embedder } = await open(there, { dialect, dimensions: 8, concurrency: 1 });
      there.misbehave(behaviour);
      const texts = someTexts(3);
      expect((await collect(embedder, texts)).vectors).toEqual(expectedVectors(texts));
      there.always((sent) => (sent.includes(texts[1]!) ? behaviour : undefined));
      const { vectors, reasons } = await collect(embedder, texts);
      expect(vectors.map(Boolean)).toEqual([true, false, true]);
      expect(reasons.get(1)).toContain('answered with');
    },
  );

  it('counts tokens as the service does, or not at all', async () => {
    const there = await server();
    const { embedder } = await open(there, { dialect });
    await collect(embedder, ['one two three four five six seven']);
    // Gemini's answer here says nothing, so the estimate counts: 33 bytes.
    expect(embedder.usage().tokens).toBe(dialect === 'gemini' ? 11 : 7);
  });
});

describe('answers in the way of OpenAI', () => {
  const { read } = DIALECTS.openai;
  const item = (index: number, embedding: unknown = [index]) => ({ index, embedding });

  it('may come in base64 and without index', async () => {
    const there = await server();
    there.always((_, sampleIndex) => (sampleIndex % 2 ? { base64: true } : { withoutIndex: true }));
    const { embedder } = await open(there, { limits: { texts: 3 } });
    const texts = someTexts(12);
    expect((await collect(embedder, texts)).vectors).toEqual(expectedVectors(texts));
  });

  it('may be in any order, and each text must have one vector', () => {
    expect(read({ data: [item(1), item(0)] }, 2).vectors.map(([value]) => value)).toEqual([0, 1]);
    expect(() => read({ data: [item(0), item(0)] }, 2)).toThrow('a vector for no text (index 0)');
    expect(() => read({ data: [item(0), item(2)] }, 2)).toThrow('a vector for no text (index 2)');
    expect(() => read({ data: [item(0)] }, 2)).toThrow('1 vectors for 2 texts');
    expect(() => read({ data: [item(-1)] }, 1)).toThrow(InvalidResponse);
  });

  it.each([
    [[], 'an empty vector'],
    ['', 'an empty vector'],
    ['AAAA', 'cut off'],
    ['AACAf!!=', 'cut off'],
    ['AADAfw==', 'a vector with NaN'],
    [[1, null], 'not a number'],
    [[1e39], 'a vector with Infinity'],
    [{ 0: 1 }, 'not a vector'],
  ])('with %j for a vector are of no use', (embedding, message) => {
    expect(() => read({ data: [item(0, embedding)] }, 1)).toThrow(message);
  });

  it('may have any kind of usage', () => {
    const tokens = (usage: unknown) => read({ data: [item(0)], usage }, 1).tokens;
    expect(tokens({ prompt_tokens: 5 })).toBe(5);
    expect(tokens({ prompt_tokens: 5, total_tokens: 6 })).toBe(6);
    for (const usage of [null, {}, { total_tokens: -1 }, { total_tokens: 'x' }, 7, undefined])
      expect(tokens(usage)).toBeUndefined();
  });

  it('keep 32 bits of each number', () => {
    const { vectors } = read({ data: [item(0, [0.1, -0.1])] }, 1);
    expect([...vectors[0]!]).toEqual([Math.fround(0.1), Math.fround(-0.1)]);
    expect(hashVector('x').every((value) => Math.fround(value) === value)).toBe(true);
  });
});
