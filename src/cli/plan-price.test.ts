import { describe, expect, it } from 'vitest';
import { parseStages } from '../search/pipeline/index.js';
import { type PricedStage, pricedStages } from './plan-price.js';
import { priceText } from './plan-price-text.js';

const COUNTS = { queries: 10, documents: 1000 };
const priced = (system: string, generations = 'new') =>
  pricedStages([{ stages: parseStages(system), settings: { generations } }], COUNTS);
const one = (system: string): PricedStage => priced(system).find(({ calls }) => calls !== undefined)!;

describe('the price of a plan', () => {
  it('counts the calls of rerankers by their settings', () => {
    expect(one('bm25 > pointwise(qwen3-8b, 30, samples=16)').calls).toBe(10 * 30 * 16);
    expect(one('bm25 > listwise(gpt-5.5, 50, window=20, step=10)').calls).toBe(10 * 4);
    expect(one('bm25 > listwise(gpt-5.5, 100)').calls).toBe(10 * 9);
    expect(one('bm25 > groupwise(grouprank-32b, 100, group=20, passes=6)').calls).toBe(10 * 30);
    expect(one('bm25 > groupwise(grouprank-32b, 15)').calls).toBe(10 * 2);
  });

  it('counts texts that are written, and none that are published', () => {
    expect(one('hyde(gpt-5.5, samples=3) > bm25')).toMatchObject({ calls: 30, tokensOut: 12_000 });
    expect(priced('hyde(gpt-5.5) > bm25', 'published')).toMatchObject([{ calls: 0, usd: 0 }]);
  });

  it('is in dollars by the price of the registry, and unknown where there is none', () => {
    // 10 calls of 200 tokens at $5 a million, 400 new tokens each at $30.
    expect(one('hyde(gpt-5.5) > bm25').usd).toBeCloseTo(0.01 + 0.12, 10);
    const open = one('hyde(qwen3-32b) > bm25');
    expect(open).toMatchObject({ memory: 64e9, start: expect.stringContaining('vllm serve Qwen/Qwen3-32B') });
    expect(open.usd).toBeUndefined();
    const text = priceText(priced('rrf(hyde(qwen3-32b) > bm25, hyde(gpt-5.5) > bm25)'), COUNTS, 120);
    expect(text).toMatch(/\nall .* – +< 0.1 +64\.0 GB\n/);
    expect(text).toContain('vllm serve Qwen/Qwen3-32B');
  });

  it('counts the calls of an LLM that is not registered, and leaves open what they cost', () => {
    const file = one('hyde(gguf:small.gguf) > bm25');
    expect(file).toEqual({ stage: 'hyde', model: 'gguf:small.gguf', calls: 10, tokensIn: 2000 });
    expect(priceText([file], COUNTS, 120)).toMatch(/\nall +10 +2,000 +– +– +– +–\n/);
  });

  it('counts a stage that several systems have once, and names vectors and scores with their weights', () => {
    const stages = pricedStages(
      ['hyde(gpt-5.5) > bge', 'hyde(gpt-5.5) > bm25', 'bge > bge-reranker'].map((system) => ({
        stages: parseStages(system),
        settings: { generations: 'new' },
      })),
      COUNTS,
    );
    expect(stages.map(({ stage }) => stage).sort()).toEqual(['hyde', 'scores', 'vectors']);
    expect(stages.find(({ stage }) => stage === 'vectors')!.memory).toBeGreaterThan(1e8);
  });

  it('counts a reranker once for each list that it reads: without a part before it, it is asked anew', () => {
    const runs = ['rrf(bm25, lsa)', 'bm25', 'lsa', 'rrf(bm25, lsa)'].map((first) => ({
      stages: parseStages(`${first} > groupwise(gpt-5.5, 100, group=20, passes=1)`),
      settings: { generations: 'new' },
    }));
    const [groups, ...more] = pricedStages(runs, COUNTS);
    expect([groups!.calls, more]).toEqual([3 * 10 * 5, []]);
    const [once] = pricedStages(runs.slice(1, 2), COUNTS);
    expect(groups!.usd).toBeCloseTo(3 * once!.usd!, 10);
    expect(priced('rrf(bm25 > bge-reranker(100), lsa > bge-reranker(100))')[0]!.tokensIn).toBe(
      2 * priced('bm25 > bge-reranker(100)')[0]!.tokensIn!,
    );
  });

  it('counts what a service asks for vectors and scores, and the hours of models on an own machine', () => {
    // 1,000 documents of 300 tokens and 10 queries of 200, at $0.2 a million.
    const [hyde, vectors] = priced('hyde(gpt-5.5) > gemini-embedding-2');
    expect(vectors).toMatchObject({ tokensIn: 302_000, usd: expect.closeTo(0.0604, 10) });
    expect(priceText([hyde!, vectors!], COUNTS, 120)).toMatch(/\nall .*\$0\.19 +> 0 +–\n/);
    // 10 queries with 100 hits each, both texts of every pair.
    expect(priced('bm25 > voyage-rerank-2.5(100)')[0]).toMatchObject({
      tokensIn: 500_000,
      usd: expect.closeTo(0.025, 10),
    });
    expect(priced('bm25 > cohere-rerank-v3.5(100)')[0]!.usd).toBeCloseTo(0.02, 10);
    const [large] = priced('e5');
    expect(large!.hours).toBeCloseTo((2 * 7.11e9 * 302_000) / 300e12 / 3600, 10);
    expect([large!.usd, large!.isOwn]).toEqual([undefined, true]);
    const [small] = priced('bge-small-en-v1.5');
    expect(small!.hours).toBeCloseTo((2 * 33.4e6 * 302_000) / 0.2e12 / 3600, 10);
    expect(priceText([small!], COUNTS, 120)).toMatch(/\nall .*\$0\.00 +< 0\.1 +66\.8 MB\n/);
  });

  it('leaves open what a GPU costs, in the sum too, and says of hours only what is sure', () => {
    const [nothing, vectors] = priced('hyde(gpt-5.5) > e5', 'published');
    expect(nothing).toMatchObject({ calls: 0, usd: 0 });
    const text = priceText([nothing!, vectors!], COUNTS, 120);
    expect(text).toMatch(/\nvectors +e5 +0 .* – +< 0\.1 /);
    expect(text).toMatch(/\nall +0 .* – +< 0\.1 /);
    const unknown: PricedStage = { stage: 'setwise', model: 'gpt-5.5' };
    const hours = (known: number) => priceText([{ ...vectors!, hours: known }, unknown], COUNTS, 120);
    expect(hours(0.19)).toMatch(/\nall .* ≥ 0\.1 /);
    expect(hours(0.09)).toMatch(/\nall .* > 0 /);
  });

  it('gives every server a port and a revision, and every model its server', () => {
    const system = 'hyde(qwen3-32b) > diver-retriever-4b-1020 > groupwise(grouprank-32b)';
    const text = priceText(priced(system), COUNTS, 200, ['run', '--recipe', 'mine']);
    expect(text).toMatch(/vllm serve Qwen\/Qwen3-32B --revision [0-9a-f]{40} .*--port 8000\n/);
    expect(text).toMatch(/vllm serve AQ-MedAI\/Diver-Retriever-4B-1020 --revision 3984377d.*--port 8001\n/);
    expect(text).toMatch(/vllm serve AQ-MedAI\/Diver-GroupRank-32B .*--port 8002\n/);
    expect(text).toContain(
      'r2med run --recipe mine --llm-endpoint qwen3-32b=http://localhost:8000/v1 --endpoint http://localhost:8001/v1 --llm-endpoint grouprank-32b=http://localhost:8002/v1',
    );
  });

  it('says what cannot be counted, rather than nothing', () => {
    expect(priced('bm25 > setwise(gpt-5.5, 100)')).toEqual([{ stage: 'setwise', model: 'gpt-5.5' }]);
    const uncounted = pricedStages(
      [{ stages: parseStages('hyde(gpt-5.5) > bm25'), settings: { generations: 'new' } }],
      undefined,
    );
    expect(priceText(uncounted, undefined, 80)).toMatch(/hyde +gpt-5.5 +– /);
    expect(priced('rrf(bm25, lsa)')).toEqual([]);
  });
});
