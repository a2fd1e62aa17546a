import { describe, expect, it } from 'vitest';
import { type Scripted, scriptedChat } from '../../../test/support/scripted-chat.js';
import { testTools } from '../../../test/support/tools.js';
import { corpusOf, lexicalText, type Query, queryId, WorkError } from '../../core/index.js';
import { ChatFailure } from '../../models/llms/index.js';
import type { GenerationMethod } from './generation-method.js';
import { type LlmRewriterOptions, llmRewriter } from './llm-rewriter.js';

const queries: readonly Query[] = [
  { id: queryId('q1'), text: 'swollen toe' },
  { id: queryId('q2'), text: 'tired' },
];

const hyde: GenerationMethod = {
  method: 'hyde',
  spec: { method: 'hyde', prompt: 'p' },
  open: async () => ({
    expected: () => ({ known: [], further: 0, furtherTokensIn: 0 }),
    write: async (query, ask) => ({
      texts: [(await ask([{ role: 'user', content: query.text }])).text],
      trace: [],
    }),
  }),
};

const price = { usdPerMillionIn: 1e6, usdPerMillionOut: 0, at: '2026-11-15' };

const live = async (
  answer: (prompt: string, sampleIndex: number) => Scripted,
  change: Partial<LlmRewriterOptions> = {},
  model: Parameters<typeof scriptedChat>[1] = {},
) => {
  const chat = scriptedChat(({ prompt, sampleIndex }) => answer(prompt, sampleIndex), model);
  const stage = llmRewriter({ method: hyde, chat, ...change });
  const tools = testTools();
  const runner = await stage.open(corpusOf('k', []), tools);
  return { stage, runner, tools, chat };
};

describe('writing while searching', () => {
  it('puts what was written into the queries, in their order', async () => {
    const { runner, stage } = await live((prompt) => `about ${prompt}`);
    expect((await runner.run(queries)).map(lexicalText)).toEqual(['about swollen toe', 'about tired']);
    expect(stage.name).toBe('hyde(scripted)');
  });

  it('gives a query all its samples', async () => {
    const { runner } = await live((_, sampleIndex) => `text ${sampleIndex}`, { samples: 2 });
    expect((await runner.run(queries.slice(0, 1))).map(lexicalText)).toEqual(['text 0 text 1']);
  });

  it('leaves a query unchanged when its writing fails, and counts and names it', async () => {
    const { runner, tools } = await live((prompt) =>
      prompt === 'tired' ? new ChatFailure('refused', 'it will not say') : 'gout',
    );
    expect((await runner.run(queries)).map(lexicalText)).toEqual(['gout', 'tired']);
    expect(runner.facts).toMatchObject({
      writing: { calls: 1, failures: 1, unanswered: 0 },
      failed: { 'texts not written': { count: 1, reason: 'refused: it will not say', cached: true } },
    });
    expect(tools.notes).toEqual(['hyde: nothing written for query q2 (refused: it will not say)']);
  });

  it('is work that failed where five queries or more have one and the same text, whatever was thought before it', async () => {
    const asked = (count: number): readonly Query[] =>
      Array.from({ length: count }, (_, i) => ({ id: queryId(`q${i}`), text: `case ${i}` }));
    const { runner } = await live((prompt) => `<think>${prompt}</think>gout`, {}, { reasoning: 'think-tag' });
    await runner.run(asked(4));
    expect(runner.facts).not.toHaveProperty('failed');
    await runner.run(asked(9).slice(4));
    expect(runner.facts).toMatchObject({ failed: { 'queries with one and the same text': { count: 9 } } });
    const other = await live((prompt) => (prompt === 'case 3' ? 'scurvy' : 'gout'));
    await other.runner.run(asked(9));
    expect(other.runner.facts).not.toHaveProperty('failed');
    // The same query again has the same text.
    const again = await live(() => 'gout');
    await again.runner.run(asked(9).map((query) => ({ ...query, text: 'case' })));
    expect(again.runner.facts).not.toHaveProperty('failed');
  });

  it('counts texts that end inside their reasoning', async () => {
    const { runner, tools } = await live(
      (prompt) => (prompt === 'tired' ? '<think>hm' : '<think>hm</think>gout'),
      {},
      { reasoning: 'think-tag' },
    );
    expect((await runner.run(queries)).map(lexicalText)).toEqual(['gout', 'tired']);
    expect(runner.facts).toMatchObject({ writing: { failures: 0, unanswered: 1 } });
    expect(tools.notes).toEqual(['hyde: 1 texts contain no answer']);
  });

  it('sums tokens and money over batches', async () => {
    const { runner } = await live(() => 'x', {}, { price });
    await runner.run(queries.slice(0, 1));
    await runner.run(queries.slice(1));
    expect(runner.facts).toEqual({
      writing: {
        calls: 2,
        tokensIn: 20,
        tokensOut: 10,
        estimated: 0,
        usd: 20,
        failures: 0,
        unanswered: 0,
        truncated: 0,
      },
    });
  });

  it('says nothing of money where no price is known', async () => {
    const { runner } = await live(() => 'x');
    await runner.run(queries);
    expect(Object.keys(runner.facts.writing as object)).not.toContain('usd');
  });

  it('ends with what ended it', async () => {
    const spent = new WorkError('the budget is spent');
    const { runner } = await live(() => spent);
    await expect(runner.run(queries)).rejects.toBe(spent);
  });

  it('is described by all that changes what is written, and no address', async () => {
    const sampling = { temperature: 0.7, seed: 5 };
    const { stage } = await live(() => 'x', { samples: 2, sampling }, { sampling: { seed: 1, topP: 0.8 } });
    expect(stage.spec).toMatchObject({
      stage: 'live-writing',
      method: 'hyde',
      llm: 'scripted',
      model: { model: 'scripted' },
      writer: { prompt: 'p' },
      sampling: { temperature: 0.7, topP: 0.8, seed: 5 },
      samples: 2,
      seeds: [5, 6],
      reasoning: 'none',
      join: 'alone',
    });
  });
});
