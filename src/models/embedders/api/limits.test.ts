import { describe, expect, it } from 'vitest';
import {
  collect,
  expectedVectors,
  servedTests,
  someTexts,
} from '../../../../test/support/served-embedder.js';
import { openEmbeddingApi } from './index.js';

const { server, open } = servedTests();

describe('limits', () => {
  it('keep every request within texts, tokens and bytes, but for a text that is too large alone', async () => {
    const there = await server();
    const texts = [...someTexts(40), 'x'.repeat(3000)];
    const { embedder } = await open(there, { limits: { texts: 5, tokens: 150, bytes: 600 } });
    expect((await collect(embedder, texts)).vectors).toEqual(expectedVectors(texts));
    for (const { texts: sent } of there.requests) {
      expect(sent.length).toBeLessThanOrEqual(5);
      const bytes = sent.reduce((sum, text) => sum + text.length, 0);
      expect(sent.length === 1 || bytes <= 450).toBe(true);
    }
  });

  it('cut texts by characters, count them by role, and never halve a character', async () => {
    const there = await server();
    const { embedder } = await open(there, { maxTokens: { query: 2, document: 3 } });
    await collect(embedder, ['1234567😀9', 'short'], 'query');
    await collect(embedder, ['123456789012345'], 'document');
    await collect(embedder, ['a rewrite of any length'], 'rewrite');
    expect(there.requests.flatMap(({ texts }) => texts)).toEqual([
      '1234567',
      'short',
      '123456789012',
      'a rewrite of any length',
    ]);
    expect(embedder.usage().cut).toEqual({ query: 1, rewrite: 0, document: 1 });
  });

  it('cut by the tokenizer given, leaving room for the prompt', async () => {
    const there = await server();
    const words = {
      name: 'words',
      cut: (text: string, most: number) => {
        const kept = text.split(' ').filter(Boolean).slice(0, most);
        return { text: kept.length < text.split(' ').length ? kept.join(' ') : text, tokens: kept.length };
      },
    };
    const { embedder } = await open(there, {
      tokenizer: words,
      maxTokens: { query: 5 },
      prompts: { query: { prefix: 'find this: ' } },
    });
    await collect(embedder, ['one two three four five'], 'query');
    expect(there.requests[0]?.texts).toEqual(['find this: one two three']);
    expect(embedder.usage().cut.query).toBe(1);
  });

  it.each([
    { concurrency: 0 },
    { limits: { texts: 0 } },
    { dimensions: -1 },
    { timeoutMs: Number.NaN },
    { maxTokens: { query: 0 } },
  ])('that would stop everything are refused: %j', async (settings) => {
    await expect(
      openEmbeddingApi({
        dialect: 'openai',
        model: 'm',
        endpoints: ['http://localhost:1'],
        env: {},
        ...settings,
      }),
    ).rejects.toThrow('expected a number from 1 on');
  });
});

describe('a budget', () => {
  const texts = Array.from({ length: 20 }, (_, i) => `text ${String(i).padStart(4, '0')}`);

  it('stops before it is exceeded, says what was spent and gives what was paid for', async () => {
    const there = await server();
    const { embedder } = await open(there, { limits: { texts: 1 }, concurrency: 2, budget: { tokens: 20 } });
    const { vectors, error } = await collect(embedder, texts);
    expect(error?.message).toMatch(
      /the budget of 20 tokens for this command could be exceeded: \d+ tokens spent in \d+ requests/,
    );
    expect(error?.message).toContain('Fix: raise --budget-tokens and run again');
    const done = vectors.filter(Boolean).length;
    expect(done).toBe(there.requests.length);
    expect(done).toBeGreaterThan(5);
    expect(embedder.usage().tokens).toBeLessThanOrEqual(20);
  });

  it('in dollars needs a price', async () => {
    const settings = { dialect: 'openai', model: 'm', endpoints: ['http://localhost:1'], env: {} } as const;
    await expect(openEmbeddingApi({ ...settings, budget: { usd: 1 } })).rejects.toThrow('without a price');
  });

  it('in dollars stops too, in dollars', async () => {
    const { embedder } = await open(await server(), {
      limits: { texts: 1 },
      budget: { usd: 0.00001 },
      usdPerMillionTokens: 1,
    });
    const { error } = await collect(embedder, texts);
    expect(error?.message).toContain('the budget of $0.00001 for this command could be exceeded');
  });
});
