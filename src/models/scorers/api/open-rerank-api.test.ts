import { describe, expect, it } from 'vitest';
import { hashLogit } from '../../../../test/support/rerank-server.js';
import { testClock } from '../../../../test/support/served-embedder.js';
import {
  collectScores,
  expectedLogits,
  servedScorerTests,
  somePairs,
} from '../../../../test/support/served-scorer.js';
import { testTools } from '../../../../test/support/tools.js';

const { server, open } = servedScorerTests();

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

  it('never has more requests in flight than allowed, even for two askers at once', async () => {
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

describe('a model that reads documents together', () => {
  it('is told of when a query needs more than one list, once', async () => {
    const there = await server();
    const { scorer } = await open(there, { listwise: true, limits: { texts: 4 } });
    const tools = testTools();
    await collectScores(scorer, [...somePairs(9, 'a'), ...somePairs(9, 'b')], tools);
    expect(tools.notes).toEqual(['tiny reads 9 documents of a query in 3 separate lists']);
  });

  it('says nothing where one list is enough, and is cached under how long a list may be', async () => {
    const there = await server();
    const { scorer } = await open(there, { listwise: true });
    const tools = testTools();
    await collectScores(scorer, somePairs(9), tools);
    expect(tools.notes).toEqual([]);
    const { scorer: shorter } = await open(there, { listwise: true, limits: { texts: 4 } });
    expect(shorter.spec).not.toEqual(scorer.spec);
  });
});

describe('the spec', () => {
  it('holds what changes a score and the first address, not how fast it is made', async () => {
    const [one, two] = [await server(), await server()];
    const { scorer: a } = await open(one, { concurrency: 1, timeoutMs: 5 });
    const { scorer: b } = await open([one, two], {
      limits: { texts: 1 },
      budget: { tokens: 1 },
      price: { usdPerMillionTokens: 1 },
      env: { OPENAI_API_KEY: 'sk-secret' },
    });
    expect(a.spec).toEqual(b.spec);
    const { scorer: elsewhere } = await open(two);
    expect(elsewhere.spec).not.toEqual(a.spec);
    expect(JSON.stringify(b.spec)).not.toContain('sk-secret');
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

  it('is also what happens when no caller takes the rest', async () => {
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

  it('of the scorer itself ends requests in flight', async () => {
    const there = await server();
    there.always(() => ({ hang: true }));
    const { scorer } = await open(there);
    there.onHang(() => void scorer.close());
    expect((await collectScores(scorer, somePairs(2))).error?.message).toBe('the reranker was closed');
  });
});
