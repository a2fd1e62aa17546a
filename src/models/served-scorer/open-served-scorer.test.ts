import { describe, expect, it } from 'vitest';
import { hashLogit } from '../../../test/rerank-server.js';
import { testClock } from '../../../test/served-embedder.js';
import { collectScores, expectedLogits, servedScorerTests, somePairs } from '../../../test/served-scorer.js';
import { testTools } from '../../../test/tools.js';
import { openServedScorer } from './index.js';

const { server, open } = servedScorerTests();

const PLAIN = { dialect: 'tei', model: 'm', endpoints: ['http://localhost:1'], env: {} } as const;

describe('a served scorer', () => {
  it('asks for one query at a time, however its pairs are mixed', async () => {
    const there = await server();
    const [a, b] = [somePairs(9, 'first?'), somePairs(9, 'second?')];
    const mixed = a.flatMap((pair, i) => [pair, b[i]!]);
    const { scorer } = await open(there, { limits: { texts: 4 }, concurrency: 1 });
    expect((await collectScores(scorer, mixed)).scores).toEqual(expectedLogits(mixed));
    expect(there.requests.map(({ query, documents }) => [query, documents.length])).toEqual([
      ['first?', 4],
      ['first?', 4],
      ['first?', 1],
      ['second?', 4],
      ['second?', 4],
      ['second?', 1],
    ]);
    expect(there.requests.slice(0, 3).flatMap(({ documents }) => documents)).toEqual(
      a.map(({ document }) => document),
    );
  });

  it('gives a pair the same score whatever else is in the request', async () => {
    const there = await server();
    const pairs = somePairs(20);
    const { scorer: whole } = await open(there);
    const { scorer: single } = await open(there, { limits: { texts: 1 } });
    expect(await collectScores(single, pairs)).toEqual(await collectScores(whole, pairs));
  });

  it('asks for nothing when there is nothing to score', async () => {
    const there = await server();
    const { scorer } = await open(there);
    expect(await collectScores(scorer, [])).toEqual({ scores: [], reasons: new Map() });
    expect(there.requests).toEqual([]);
  });

  it('scores a pair that comes twice twice, and empty texts too', async () => {
    const { scorer } = await open(await server());
    const pairs = ['gout', 'gout', ''].map((document) => ({ query: '', document }));
    expect((await collectScores(scorer, pairs)).scores).toEqual(expectedLogits(pairs));
  });

  it("reads RankLLaMA's form", async () => {
    const there = await server();
    const { scorer } = await open(there, {
      dialect: 'vllm-score',
      form: { query: { prefix: 'query: ' }, document: { prefix: 'document: ' } },
      maxTokens: 512,
    });
    await collectScores(scorer, [{ query: 'why so tired?', document: 'anaemia' }]);
    expect(there.requests[0]?.path).toBe('/v1/score');
    expect(there.requests[0]?.body).toMatchObject({
      text_1: 'query: why so tired?',
      text_2: ['document: anaemia'],
      truncate_prompt_tokens: 512,
    });
  });

  it('never has more requests under way than allowed, even for two askers at once', async () => {
    const there = await server();
    const { scorer } = await open(there, { concurrency: 3, limits: { texts: 2 } });
    const pairs = somePairs(40);
    there.always(() => ({ late: true }));
    const waiting: number[] = [];
    there.onLate((count) => {
      waiting.push(count);
      setImmediate(() => there.letGo());
    });
    const results = await Promise.all([collectScores(scorer, pairs), collectScores(scorer, pairs)]);
    for (const { scores } of results) expect(scores).toEqual(expectedLogits(pairs));
    expect(there.busiest).toBeLessThanOrEqual(3);
    expect(Math.max(...waiting)).toBeGreaterThan(1);
  });

  it('gives scores that are in before those that are late', async () => {
    const there = await server();
    const { scorer } = await open(there, { limits: { texts: 1 }, concurrency: 2 });
    there.always(({ documents }) => (documents[0] === 'late' ? { late: true } : undefined));
    const pairs = ['late', 'early'].map((document) => ({ query: 'q', document }));
    const order: number[] = [];
    for await (const { scored } of scorer.score(pairs, testTools())) {
      order.push(...scored.map(({ place }) => place));
      there.letGo();
    }
    expect(order).toEqual([1, 0]);
  });
});

describe('limits', () => {
  it('keep every request within documents and tokens, the query counted with each', async () => {
    const there = await server();
    const pairs = somePairs(20, 'x'.repeat(300));
    const { scorer } = await open(there, { limits: { texts: 5, tokens: 330 } });
    expect((await collectScores(scorer, pairs)).scores).toEqual(expectedLogits(pairs));
    // 100 tokens of the query beside each document of at least 3.
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
      await expect(openServedScorer({ ...PLAIN, ...settings })).rejects.toThrow(
        'expected a number from 1 on',
      );
    },
  );

  it('of a dialect that does not exist name those that do', async () => {
    await expect(openServedScorer({ ...PLAIN, dialect: 'tie' as 'tei' })).rejects.toThrow(/tei/);
  });
});

describe('a model that reads documents together', () => {
  it('is told of when a query needs more than one list, once', async () => {
    const there = await server();
    const { scorer } = await open(there, { listwise: true, limits: { texts: 4 } });
    const tools = testTools();
    await collectScores(scorer, [...somePairs(9, 'a'), ...somePairs(9, 'b')], tools);
    expect(tools.notes).toEqual(['tiny reads 9 documents of a query in 3 lists, each by itself']);
  });

  it('says nothing where one list is enough, and is kept under how long a list may be', async () => {
    const there = await server();
    const { scorer } = await open(there, { listwise: true });
    const tools = testTools();
    await collectScores(scorer, somePairs(9), tools);
    expect(tools.notes).toEqual([]);
    const { scorer: shorter } = await open(there, { listwise: true, limits: { texts: 4 } });
    expect(shorter.spec).not.toEqual(scorer.spec);
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
    expect(error?.message).toMatch(/the budget of 30 tokens would be exceeded: \d+ tokens spent in \d+ requ/);
    expect(error?.message).toContain('Fix: raise the budget and run again: what is scored is kept');
    const done = scores.filter((score) => score !== undefined).length;
    expect(done).toBe(there.requests.length);
    expect(done).toBeGreaterThan(3);
    expect(scorer.usage().tokens).toBeLessThanOrEqual(30);
  });

  it('in dollars needs a price, by tokens or by searches', async () => {
    await expect(openServedScorer({ ...PLAIN, budget: { usd: 1 } })).rejects.toThrow('without a price');
    const { scorer } = await open(await server(), {
      dialect: 'cohere',
      limits: { texts: 1 },
      budget: { usd: 0.01 },
      price: { usdPerThousandSearches: 2 },
      concurrency: 1,
    });
    const { scores, error } = await collectScores(scorer, pairs);
    expect(error?.message).toContain('the budget of $0.01 would be exceeded: $0.01 spent in 5 requests');
    expect(scores.filter((score) => score !== undefined)).toHaveLength(5);
    expect(scorer.usage().usd).toBeCloseTo(0.01, 12);
  });

  it('counts an answer of no use too, because it was paid for', async () => {
    const there = await server();
    there.misbehave({ truncateAt: 20 });
    const { scorer } = await open(there, { price: { usdPerMillionTokens: 1 } });
    await collectScores(scorer, [{ query: 'six by', document: 'six by' }]);
    expect(scorer.usage()).toEqual({ tokens: 4 + 4, calls: 2, usd: 8e-6 });
  });
});

describe('the spec', () => {
  it('holds what changes a score and not where or how fast it is made', async () => {
    const [one, two] = [await server(), await server()];
    const { scorer: a } = await open(one, { concurrency: 1, timeoutMs: 5 });
    const { scorer: b } = await open([one, two], {
      limits: { texts: 1 },
      budget: { tokens: 1 },
      price: { usdPerMillionTokens: 1 },
      env: { OPENAI_API_KEY: 'sk-secret' },
    });
    expect(a.spec).toEqual(b.spec);
    expect(JSON.stringify(a.spec)).not.toContain('127.0.0.1');
    const others = [
      { model: 'other' },
      { dialect: 'vllm-score' },
      { form: { query: { prefix: 'query: ' } } },
      { maxTokens: 512 },
      { rawScores: false },
      { identity: 'q8_0' },
      { serverCuts: false },
      { shorten: false },
    ] as const;
    for (const settings of others) {
      const { scorer } = await open(one, settings);
      expect(scorer.spec).not.toEqual(a.spec);
    }
  });

  it('says how texts are cut only where they are', async () => {
    const there = await server();
    const spec = async (settings: Parameters<typeof open>[1]) => (await open(there, settings)).scorer.spec;
    expect(await spec({ dialect: 'tei', truncation: 'only-second' })).toEqual(await spec({ dialect: 'tei' }));
    expect(await spec({ dialect: 'tei', maxTokens: 9, truncation: 'only-second' })).not.toEqual(
      await spec({ dialect: 'tei', maxTokens: 9 }),
    );
  });
});

describe('an abort', () => {
  it('ends a run that waits for an answer', async () => {
    const there = await server();
    const stop = new AbortController();
    there.always(() => ({ hang: true }));
    there.onHang(() => stop.abort(new Error('enough')));
    const { scorer } = await open(there);
    const { error } = await collectScores(scorer, somePairs(3), testTools({ signal: stop.signal }));
    expect(error?.message).toBe('enough');
  });

  it('ends a run that waits to try again', async () => {
    const there = await server();
    const stop = new AbortController();
    there.always(() => ({ status: 500 }));
    const clock = {
      ...testClock(),
      sleep: (_: number, signal: AbortSignal) =>
        new Promise((_resolve, fail) => {
          signal.addEventListener('abort', () => fail(signal.reason));
          stop.abort(new Error('enough'));
        }),
    };
    const { scorer } = await open(there, { clock });
    const { error } = await collectScores(scorer, somePairs(3), testTools({ signal: stop.signal }));
    expect(error?.message).toBe('enough');
    expect(there.requests).toHaveLength(1);
  });

  it('before the beginning asks for nothing', async () => {
    const there = await server();
    const { scorer } = await open(there);
    const tools = testTools({ signal: AbortSignal.abort(new Error('enough')) });
    expect((await collectScores(scorer, somePairs(3), tools)).error?.message).toBe('enough');
    expect(there.requests).toEqual([]);
  });

  it('is also what happens when nobody takes the rest', async () => {
    const there = await server();
    const { scorer } = await open(there, { limits: { texts: 1 }, concurrency: 2 });
    for await (const { scored } of scorer.score(somePairs(50), testTools())) {
      expect(scored).toHaveLength(1);
      break;
    }
    await there.idle();
    expect(there.requests.length).toBeLessThan(10);
    expect((await collectScores(scorer, [{ query: 'q', document: 'd' }])).scores).toEqual([
      hashLogit('q', 'd'),
    ]);
  });

  it('of the scorer itself ends what is under way', async () => {
    const there = await server();
    there.always(() => ({ hang: true }));
    const { scorer } = await open(there);
    there.onHang(() => void scorer.close());
    expect((await collectScores(scorer, somePairs(2))).error?.message).toBe('the reranker was closed');
  });
});
