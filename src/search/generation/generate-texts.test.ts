import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reply, type Scripted, scriptedChat } from '../../../test/support/scripted-chat.js';
import { testTools } from '../../../test/support/tools.js';
import { options, queries, writerOf } from '../../../test/support/writing-all.js';
import { queryId } from '../../core/index.js';
import { ChatFailure } from '../../models/llms/index.js';
import { generateTexts } from './generate-texts.js';
import type { GeneratedTexts } from './generated-texts.js';

const plain = ({ drafts, failures, usage }: GeneratedTexts) => ({ drafts: [...drafts], failures, usage });

describe('writing for all queries', () => {
  it('gives every query its text and its trace, in the order of the queries', async () => {
    const chat = scriptedChat(({ prompt }) => `answer to ${prompt}`);
    const { drafts, failures } = await generateTexts(writerOf(), options(chat, { queries: queries(2) }));
    expect([...drafts]).toEqual([
      [
        'q0',
        {
          texts: ['answer to case 0'],
          truncated: [false],
          traces: [{ sample: 0, steps: [{ step: 'told', text: 'about case 0' }] }],
        },
      ],
      [
        'q1',
        {
          texts: ['answer to case 1'],
          truncated: [false],
          traces: [{ sample: 0, steps: [{ step: 'told', text: 'about case 1' }] }],
        },
      ],
    ]);
    expect(failures).toEqual([]);
  });

  it('prepares once, with all queries, before any is written for', async () => {
    const order: string[] = [];
    const { open } = writerOf();
    const chat = scriptedChat(({ prompt }) => {
      order.push(prompt);
      return 'x';
    });
    const generationMethod = writerOf({
      open: async (corpus, tools) => ({
        ...(await open(corpus, tools)),
        prepare: async (all) => {
          order.push(`prepared ${all.length}`);
        },
      }),
    });
    await generateTexts(generationMethod, options(chat, { queries: queries(2) }));
    expect(order).toEqual(['prepared 2', 'case 0', 'case 1']);
  });

  it('never has more in flight than it may, and as many', async () => {
    const chat = scriptedChat(async () => 'x');
    await generateTexts(writerOf(), options(chat, { queries: queries(20), concurrency: 3 }));
    expect([chat.busiest, chat.asked.length]).toEqual([3, 20]);
    const wide = scriptedChat(async () => 'x', { concurrency: 7 });
    await generateTexts(writerOf(), options(wide, { queries: queries(20) }));
    expect(wide.busiest).toBe(7);
  });

  it('comes out the same in whatever order the calls come back', async () => {
    const expected = plain(
      await generateTexts(
        writerOf({}, 2),
        options(
          scriptedChat(({ prompt, sampleIndex }) => answerTo(prompt, sampleIndex)),
          { samples: 2, concurrency: 1 },
        ),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 12 }), async (scheduler, concurrency) => {
        const chat = scriptedChat(({ prompt, sampleIndex }) =>
          scheduler.schedule(Promise.resolve(answerTo(prompt, sampleIndex)), prompt),
        );
        const work = generateTexts(writerOf({}, 2), options(chat, { samples: 2, concurrency }));
        await scheduler.waitFor(work);
        expect(plain(await work)).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it('counts what the answers took, and their price', async () => {
    const price = { usdPerMillionIn: 2, usdPerMillionOut: 10, at: '2026-11-15' };
    const chat = scriptedChat(
      ({ prompt }) => ({ tokensIn: 1000, tokensOut: 100, estimated: prompt === 'case 3' }),
      { price },
    );
    const first = await generateTexts(writerOf(), options(chat));
    expect(first.usage).toMatchObject({
      calls: 5,
      tokensIn: 5000,
      tokensOut: 500,
      estimated: 1,
      usd: 0.015,
      price,
    });
    const again = await generateTexts(writerOf(), options(chat));
    expect([again.usage, chat.asked.length]).toEqual([first.usage, 5]);
  });
});

const answerTo = (prompt: string, sampleIndex: number): Scripted =>
  prompt.startsWith('case 2') && sampleIndex === 1
    ? new ChatFailure('refused', 'it will not say')
    : `${prompt} (${sampleIndex})`;

describe('samples', () => {
  it('are separate calls, the first with the key of a single one', async () => {
    const chat = scriptedChat(({ sampleIndex }) => `sample ${sampleIndex}`);
    await generateTexts(writerOf(), options(chat, { queries: queries(1) }));
    const { drafts } = await generateTexts(writerOf(), options(chat, { queries: queries(1), samples: 3 }));
    expect(drafts.get(queryId('q0'))?.texts).toEqual(['sample 0', 'sample 1', 'sample 2']);
    expect(chat.asked.map(({ sampleIndex }) => sampleIndex)).toEqual([0, 1, 2]);
  });

  it.each([
    ["the model's", { seed: 42 }, {}],
    ["the user's", { seed: 1 }, { seed: 42 }],
  ])('count up from %s seed', async (_whose, own, sampling) => {
    const chat = scriptedChat(() => 'x', { sampling: own });
    await generateTexts(writerOf(), options(chat, { queries: queries(1), samples: 3, sampling }));
    expect(chat.asked.map(({ request }) => request.sampling.seed ?? own.seed)).toEqual([42, 43, 44]);
  });

  it('have no seed where none is set', async () => {
    const chat = scriptedChat(() => 'x');
    await generateTexts(writerOf(), options(chat, { queries: queries(1), samples: 2 }));
    expect(chat.asked.map(({ request }) => request.sampling)).toEqual([
      { maxTokens: 100 },
      { maxTokens: 100 },
    ]);
  });

  it('that are written stay when another one fails', async () => {
    const chat = scriptedChat(({ prompt, sampleIndex }) => answerTo(prompt, sampleIndex));
    const { drafts, failures } = await generateTexts(writerOf(), options(chat, { samples: 3 }));
    expect(drafts.get(queryId('q2'))).toMatchObject({
      texts: ['case 2 (0)', 'case 2 (2)'],
      traces: [{ sample: 0 }, { sample: 2 }],
    });
    expect(failures).toEqual([{ id: 'q2', sample: 1, kind: 'refused', reason: 'it will not say' }]);
  });

  it("are drawn as the user says, else as the method, else as the model's own", async () => {
    const chat = scriptedChat(() => 'x', { sampling: { temperature: 0.1, topP: 0.5 } });
    await generateTexts(
      writerOf(),
      options(chat, { queries: queries(1), sampling: { maxTokens: 7, topP: 0.9 } }),
    );
    expect(chat.asked[0]!.request.sampling).toEqual({ maxTokens: 7, topP: 0.9 });
  });
});

it('a person who waits sees failures, tokens and money', async () => {
  const said: string[] = [];
  const labels: unknown[] = [];
  const advanced: unknown[] = [];
  const tools = {
    ...testTools(),
    progress: (label: string, total?: number) => {
      labels.push([label, total]);
      return {
        advance: (...by: unknown[]) => advanced.push(by),
        status: (text: string) => said.push(text),
        done: () => said.push('done'),
      };
    },
  };
  const chat = scriptedChat(
    ({ prompt }) => (prompt === 'case 0' ? new ChatFailure('refused', 'no') : reply({ tokensIn: 1500 })),
    { price: { usdPerMillionIn: 1000, usdPerMillionOut: 0, at: '2026-11-15' } },
  );
  const write = (count: number) =>
    generateTexts(
      writerOf(),
      options(chat, { tools, queries: queries(count), concurrency: 1, label: 'Biology' }),
    );
  await write(2);
  expect(labels).toEqual([['Biology', 2]]);
  expect(said.at(-2)).toBe('1 failed · 1,500 tokens in, 5 out · $1.50');
  await write(3);
  const [now, before] = [
    [1, false],
    [1, true],
  ];
  expect(advanced).toEqual([now, now, before, before, now]);
  expect(said.at(-1)).toBe('done');
});
