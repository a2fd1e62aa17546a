import { describe, expect, it } from 'vitest';
import { candidates, numbered, orderBatch } from '../../../../test/support/reranking.js';
import { type Asked, type Scripted, scriptedChat } from '../../../../test/support/scripted-chat.js';
import { testTools } from '../../../../test/support/tools.js';
import { corpusOf } from '../../../core/index.js';
import { ChatFailure } from '../../../models/llms/index.js';
import { openPrompts } from '../../../models/prompts/index.js';
import { rerank } from '../rerank.js';
import { gptReranker } from './gpt-reranker.js';

type GptSettings = Parameters<typeof gptReranker>[0];

const setting = (answer: (asked: Asked) => Scripted, more: Partial<GptSettings> = {}) => {
  const chat = scriptedChat(answer);
  return { chat, settings: { prompts: openPrompts(), task: 'Biology', ...more, chat } };
};
const fence = (...numbers: number[]): string => `So:\n\`\`\`json\n${JSON.stringify(numbers)}\n\`\`\``;

describe('gpt', () => {
  it('asks once, in the form of the reference', async () => {
    const { chat, settings } = setting(() => fence(2, 1));
    await orderBatch(gptReranker(settings), [candidates(['a\n\nb', 'c  d'], 'q', 'why\n\nso?')]);
    const [asked, ...more] = chat.asked;
    expect(more).toEqual([]);
    expect(asked!.request.messages[0]).toEqual({ role: 'system', content: 'You are a helpful assistant.' });
    expect(asked!.request.sampling).toEqual({ temperature: 0.8, topP: 0.8 });
    expect(asked!.prompt).toContain('Query: why    so?\n\n[1]. a b\n\n[2]. c  d\n\n');
    expect(asked!.prompt).toContain('the 2 most relevant');
  });

  it('gives the listed documents the depth less their rank, and the others what follows', async () => {
    const { settings } = setting(() => fence(3, 12, 3, 1));
    const { ordered, facts } = await orderBatch(gptReranker(settings), [numbered(5)]);
    expect(ordered).toEqual([
      {
        hits: [
          { docId: 'id-2', score: 5 },
          { docId: 'id-0', score: 4 },
          { docId: 'id-1', score: 3 },
          { docId: 'id-3', score: 2 },
          { docId: 'id-4', score: 1 },
        ],
      },
    ]);
    expect(facts).toMatchObject({ calls: 1, unknown: 1, repeated: 1, missing: 3, unparsed: 0 });
  });

  it('gives the listed ones alone when asked to do as published', async () => {
    const { settings } = setting(() => fence(3, 1), { asPublished: true });
    const { ordered } = await orderBatch(gptReranker(settings), [numbered(5)]);
    expect(ordered).toEqual([
      {
        hits: [
          { docId: 'id-2', score: 5 },
          { docId: 'id-0', score: 4 },
        ],
        short: true,
      },
    ]);
  });

  it('a short list makes a short ranking without the tail, and loses nothing with it', async () => {
    const { settings } = setting(() => fence(3, 1), { asPublished: true });
    const { query, documents } = numbered(5);
    const hits = documents.map(({ docId, score }) => ({ docId, score }));
    const run = async (tail: 'kept' | 'dropped') => {
      const stage = rerank(gptReranker(settings), { depth: 4, tail });
      const opened = await stage.open(corpusOf('k', []), testTools());
      return (await opened.run([{ query, hits }]))[0]!.hits.map(({ docId }) => docId);
    };
    expect(await run('dropped')).toEqual(['id-2', 'id-0']);
    expect(await run('kept')).toEqual(['id-2', 'id-0', 'id-1', 'id-3', 'id-4']);
  });

  it('keeps the order when there is no list, or no answer', async () => {
    for (const said of ['[3, 1]', '```json\n{}\n```', new ChatFailure('refused', 'no')]) {
      const { settings } = setting(() => said, { asPublished: true });
      const { ordered } = await orderBatch(gptReranker(settings), [numbered(5)]);
      expect(ordered).toEqual([{ hits: undefined }]);
    }
  });

  it('shows the beginning of each of many documents', async () => {
    const { chat, settings } = setting(() => fence(1));
    const long = 'w '.repeat(60).trim();
    const shown = async (count: number) => {
      const { facts } = await orderBatch(gptReranker(settings), [candidates(new Array(count).fill(long))]);
      const first = /\[1\]\. (.*)/.exec(chat.asked.at(-1)!.prompt)![1]!;
      return [first.split(' ').length, facts.cutDocuments];
    };
    expect(await shown(50)).toEqual([60, 0]);
    expect(await shown(51)).toEqual([48, 51]);
    expect(chat.asked.at(-1)!.prompt).toContain('the 10 most relevant');
  });

  it('asks nothing about one document, and says so beforehand', async () => {
    const { chat, settings } = setting(() => fence(1));
    expect((await orderBatch(gptReranker(settings), [numbered(1), numbered(0)])).places).toEqual([[0], []]);
    expect(chat.asked).toEqual([]);
    expect([0, 1, 2, 100].map((depth) => gptReranker(settings).callsPerQuery(depth).most)).toEqual([
      0, 0, 1, 1,
    ]);
  });
});
