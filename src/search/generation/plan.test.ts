import { describe, expect, it } from 'vitest';
import { scriptedChat } from '../../../test/support/scripted-chat.js';
import { type Query, queryId } from '../../core/index.js';
import type { ExpectedCalls } from './generation-method.js';
import { type PlanOptions, planGeneration } from './plan.js';

const queries: readonly Query[] = ['a', 'b', 'c'].map((id) => ({ id: queryId(id), text: `case ${id}` }));

/** 40 characters and a message: 14 tokens. */
const expectedOf = (query: Query, more: Partial<ExpectedCalls> = {}): ExpectedCalls => ({
  known: [{ messages: [{ role: 'user', content: query.text.padEnd(40) }], sampling: { maxTokens: 1000 } }],
  further: 0,
  furtherTokensIn: 0,
  ...more,
});

const plan = (options: Partial<PlanOptions> = {}, more: Partial<ExpectedCalls> = {}) =>
  planGeneration({ expected: (query) => expectedOf(query, more) }, queries, {
    chat: scriptedChat(() => 'x'),
    ...options,
  });

const price = { usdPerMillionIn: 1, usdPerMillionOut: 10, at: '2026-11-15' };

describe('a plan', () => {
  it('counts calls and tokens, and asks nothing', async () => {
    const chat = scriptedChat(() => 'x');
    expect(await plan({ chat })).toMatchObject({
      queries: 3,
      known: 3,
      kept: 0,
      further: 0,
      likely: { calls: 3, tokensIn: 42, tokensOut: 1200 },
      atMost: { calls: 3, tokensIn: 42, tokensOut: 3000 },
    });
    expect(chat.asked).toEqual([]);
  });

  it('leaves out what is cached already', async () => {
    const chat = scriptedChat(() => 'x');
    const [{ messages, sampling }] = expectedOf(queries[1]!).known as [ExpectedCalls['known'][0]];
    await chat.ask({ messages, sampling: sampling! });
    expect(await plan({ chat })).toMatchObject({ known: 3, kept: 1, likely: { calls: 2, tokensIn: 28 } });
    expect(await plan({ chat, samples: 2 })).toMatchObject({ known: 6, kept: 1, likely: { calls: 5 } });
  });

  it('prices both the likely and the most', async () => {
    const { likely, atMost } = await plan({ price });
    expect(likely.usd).toBeCloseTo((42 + 1200 * 10) / 1e6, 12);
    expect(atMost.usd).toBeCloseTo((42 + 3000 * 10) / 1e6, 12);
    expect((await plan()).likely).not.toHaveProperty('usd');
    expect((await plan({ chat: scriptedChat(() => 'x', { price }) })).likely).toHaveProperty('usd');
  });

  it('takes longer texts from a model that reasons, up to its limit', async () => {
    const chat = scriptedChat(() => 'x', { reasoning: 'think-tag' });
    expect((await plan({ chat })).likely.tokensOut).toBe(3000);
    expect((await plan({ chat, sampling: { maxTokens: 9000 } })).likely.tokensOut).toBe(7500);
  });

  it('counts what may follow only in the most', async () => {
    expect(await plan({ sampling: { maxTokens: 1000 } }, { further: 4, furtherTokensIn: 100 })).toMatchObject(
      {
        further: 12,
        likely: { calls: 3, tokensIn: 42 },
        atMost: { calls: 15, tokensIn: 1242, tokensOut: 15_000 },
      },
    );
  });

  it('counts what is likely to follow in both, but not after a first call that is cached', async () => {
    const chat = scriptedChat(() => 'x');
    const more = { further: 4, furtherTokensIn: 100, likely: { calls: 2, tokensIn: 150 } };
    expect(await plan({ chat }, more)).toMatchObject({
      likelyFurther: 6,
      likely: { calls: 9, tokensIn: 42 + 450, tokensOut: 9 * 400 },
    });
    expect((await plan({ chat, sampling: { maxTokens: 100 } }, more)).likely.tokensOut).toBe(900);
    const [{ messages, sampling }] = expectedOf(queries[1]!).known as [ExpectedCalls['known'][0]];
    await chat.ask({ messages, sampling: sampling! });
    expect(await plan({ chat }, more)).toMatchObject({ likelyFurther: 4, likely: { calls: 6 } });
    expect((await plan({ chat }, { ...more, known: [] })).likelyFurther).toBe(6);
  });

  it('takes the limit that the method sets for what may follow, unless the user sets one', async () => {
    const further = { further: 4, furtherTokensIn: 100, furtherSampling: { maxTokens: 500 } };
    expect((await plan({}, further)).atMost.tokensOut).toBe(3 * (1000 + 4 * 500));
    expect((await plan({ sampling: { maxTokens: 100 } }, further)).atMost.tokensOut).toBe(3 * 5 * 100);
  });

  it('knows no most where a call has no limit', async () => {
    const { likely, atMost } = await plan({ price }, { further: 1, furtherTokensIn: 1 });
    expect(likely).toHaveProperty('usd');
    expect(Object.keys(atMost)).toEqual(['calls', 'tokensIn']);
  });

  it('takes time by tokens a second and requests at once, never more than there are calls', async () => {
    const seconds = async (options: Partial<PlanOptions>) => (await plan(options)).likely.seconds;
    expect(await seconds({ concurrency: 1 })).toBe(1200 / 50);
    expect(await seconds({ concurrency: 2, assumptions: { tokensPerSecond: 100 } })).toBe(6);
    expect(await seconds({ concurrency: 100 })).toBe(8);
  });

  it('of nothing is nothing', async () => {
    const chat = scriptedChat(() => 'x');
    const nothing = await planGeneration({ expected: expectedOf }, [], { chat, price });
    expect(nothing.likely).toEqual({ calls: 0, tokensIn: 0, tokensOut: 0, usd: 0, seconds: 0 });
  });
});
