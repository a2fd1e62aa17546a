import { describe, expect, it } from 'vitest';
import {
  collectScores,
  expectedLogits,
  servedScorerTests,
  somePairs,
} from '../../../../test/support/served-scorer.js';
import { testTools } from '../../../../test/support/tools.js';
import { openRerankApi } from './index.js';

const { server, open } = servedScorerTests();

const PLAIN = { dialect: 'tei', model: 'm', endpoints: ['http://localhost:1'], env: {} } as const;

describe('limits', () => {
  it('keep every request within documents and tokens, the query counted with each', async () => {
    const there = await server();
    const pairs = somePairs(20, 'x'.repeat(300));
    const { scorer } = await open(there, { limits: { texts: 5, tokens: 330 } });
    expect((await collectScores(scorer, pairs)).scores).toEqual(expectedLogits(pairs));
    // 100 tokens of the query next to each document of at least 3.
    for (const { documents } of there.requests) expect(documents.length).toBeLessThanOrEqual(3);
  });

  it('cut the longer text first where the service cannot be told', async () => {
    const there = await server();
    const { scorer } = await open(there, { dialect: 'tei', maxTokens: 10 });
    const cuts: unknown[] = [];
    const pairs = [
      { query: 'q'.repeat(12), document: 'd'.repeat(100) },
      { query: 'q'.repeat(100), document: 'd'.repeat(12) },
      { query: 'q'.repeat(100), document: 'd'.repeat(100) },
      { query: 'q'.repeat(20), document: 'd'.repeat(20) },
    ];
    for await (const { scored } of scorer.score(pairs, testTools()))
      for (const { place, cut } of scored) cuts[place] = cut;
    expect(
      there.requests
        .flatMap(({ query, documents }) => documents.map((document) => [query.length, document.length]))
        .sort(([a], [b]) => a! - b!),
    ).toEqual([
      [12, 28],
      [20, 20],
      [20, 20],
      [28, 12],
    ]);
    expect(cuts).toEqual([
      { query: 0, document: 18 },
      { query: 18, document: 0 },
      { query: 20, document: 20 },
      undefined,
    ]);
  });

  it('cut the document alone when asked to, and leave room for the form', async () => {
    const there = await server();
    const { scorer } = await open(there, {
      dialect: 'jina',
      maxTokens: 10,
      truncation: 'only-second',
      form: { query: { prefix: 'q: a' }, document: { suffix: ' end' } },
    });
    await collectScores(scorer, [{ query: 'q'.repeat(24), document: 'd'.repeat(99) }]);
    expect(there.requests[0]?.query).toBe(`q: a${'q'.repeat(24)}`);
    expect(there.requests[0]?.documents).toEqual([`${'d'.repeat(8)} end`]);
  });

  it('are kept here too where the service may not cut: the end of the prompt would go with the document', async () => {
    const there = await server();
    const { scorer } = await open(there, {
      dialect: 'vllm-score',
      maxTokens: 10,
      serverCuts: false,
      form: { document: { suffix: ' ok?' } },
    });
    await collectScores(scorer, [{ query: 'q'.repeat(12), document: 'd'.repeat(99) }]);
    expect(there.requests[0]?.documents).toEqual([`${'d'.repeat(24)} ok?`]);
    expect(there.requests[0]?.body).not.toHaveProperty('truncate_prompt_tokens');
  });

  it('leave something of a document whose query is too long by itself', async () => {
    const there = await server();
    const { scorer } = await open(there, { dialect: 'jina', maxTokens: 10, truncation: 'only-second' });
    const pairs = [{ query: 'q'.repeat(200), document: 'd'.repeat(99) }];
    expect((await collectScores(scorer, pairs)).reasons.size).toBe(0);
    expect(there.requests[0]?.documents[0]).toBe('d'.repeat(20));
  });

  it('count by the tokenizer given', async () => {
    const there = await server();
    const tokenizer = {
      name: 'words',
      cut: (text: string, most: number) => {
        const kept = text.split(' ').filter(Boolean).slice(0, most);
        return { text: kept.join(' '), tokens: kept.length };
      },
    };
    const { scorer } = await open(there, { dialect: 'tei', maxTokens: 5, tokenizer });
    await collectScores(scorer, [{ query: 'one two', document: 'a b c d e' }]);
    expect(there.requests[0]?.documents).toEqual(['a b c']);
  });

  it.each([{ concurrency: 0 }, { limits: { texts: 0 } }, { timeoutMs: Number.NaN }, { maxTokens: 0 }])(
    'that would stop everything are refused: %j',
    async (settings) => {
      await expect(openRerankApi({ ...PLAIN, ...settings })).rejects.toThrow('expected a number from 1 on');
    },
  );

  it('of a dialect that does not exist name those that do', async () => {
    await expect(openRerankApi({ ...PLAIN, dialect: 'tie' as 'tei' })).rejects.toThrow(/tei/);
  });
});

describe('a budget', () => {
  const pairs = Array.from({ length: 20 }, (_, i) => ({
    query: 'why?',
    document: `text ${String(i).padStart(4, '0')}`,
  }));

  it('stops before it is exceeded, says what was spent and gives what was paid for', async () => {
    const there = await server();
    const { scorer } = await open(there, { limits: { texts: 1 }, concurrency: 2, budget: { tokens: 30 } });
    const { scores, error } = await collectScores(scorer, pairs);
    expect(error?.message).toMatch(
      /the budget of 30 tokens for this command could be exceeded: \d+ tokens spent in \d+ requ/,
    );
    expect(error?.message).toContain(
      'Fix: raise --budget-tokens and run again: texts already scored are cached',
    );
    const done = scores.filter((score) => score !== undefined).length;
    expect(done).toBe(there.requests.length);
    expect(done).toBeGreaterThan(3);
    expect(scorer.usage().tokens).toBeLessThanOrEqual(30);
  });

  it('in dollars needs a price, by tokens or by searches', async () => {
    await expect(openRerankApi({ ...PLAIN, budget: { usd: 1 } })).rejects.toThrow('without a price');
    const { scorer } = await open(await server(), {
      dialect: 'cohere',
      limits: { texts: 1 },
      budget: { usd: 0.01 },
      price: { usdPerThousandSearches: 2 },
      concurrency: 1,
    });
    const { scores, error } = await collectScores(scorer, pairs);
    expect(error?.message).toContain(
      'the budget of $0.01 for this command could be exceeded: $0.01 spent in 5 requests',
    );
    expect(scores.filter((score) => score !== undefined)).toHaveLength(5);
    expect(scorer.usage().usd).toBeCloseTo(0.01, 12);
  });

  it('counts an answer of no use too, because it was paid for', async () => {
    const there = await server();
    there.misbehave({ truncateAt: 20 });
    const { scorer } = await open(there, { price: { usdPerMillionTokens: 1 } });
    await collectScores(scorer, [{ query: 'six by', document: 'six by' }]);
    expect(scorer.usage()).toEqual({ tokens: 4 + 4, calls: 2, lost: 1, usd: 8e-6 });
  });

  it('counts an answer that was lost, and what an answer of no use says that it took', async () => {
    const there = await server();
    const { scorer } = await open(there);
    const pair = [{ query: 'six by', document: 'six by' }];
    there.misbehave({ drop: true });
    await collectScores(scorer, pair);
    expect(scorer.usage()).toMatchObject({ tokens: 4 + 4, calls: 2, lost: 1 });
    there.misbehave({ status: 200, body: '{"usage":{"total_tokens":700}}' });
    await collectScores(scorer, pair);
    expect(scorer.usage()).toMatchObject({ tokens: 4 + 4 + 700 + 4, calls: 4, lost: 1 });
  });
});
