import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidates, numbered, orderBatch } from '../../../../test/support/reranking.js';
import { type Asked, reply, type Scripted, scriptedChat } from '../../../../test/support/scripted-chat.js';
import { testTools } from '../../../../test/support/tools.js';
import { docId, queryId, WorkError } from '../../../core/index.js';
import { ChatFailure, type ChatModel } from '../../../models/llms/index.js';
import { openPrompts, type Prompts } from '../../../models/prompts/index.js';
import type { Candidates } from '../rerank-method.js';
import { type LlmRerankerSettings, llmRerankers } from './index.js';

const prompts = openPrompts();
const METHODS = Object.keys(llmRerankers);
const settingsOf = (
  answer: (asked: Asked) => Scripted | Promise<Scripted>,
  more: Partial<LlmRerankerSettings> = {},
  model: Partial<ChatModel> = {},
) => ({ prompts, task: 'Biology', ...more, chat: scriptedChat(answer, model) });

/** An answer that every method can read. */
const READABLE = 'Score: 3\n<answer>{"[1]": 1, "[2]": 9}</answer>\n```json\n[2, 1]\n```\nDocument B';

const PIECES = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.integer({ min: -3, max: 30 }).map(String),
  fc.constantFrom(
    '[',
    '] > [',
    '```json\n[',
    ']\n```',
    '<answer>{"[1]": ',
    '}</answer>',
    'Document ',
    'B',
    'Score: ',
  ),
);
const REPLIES = fc.oneof(
  fc.array(PIECES, { maxLength: 12 }).map((pieces): Scripted => pieces.join('')),
  fc.constantFrom<Scripted>(
    READABLE,
    '',
    { text: '', finish: 'length' },
    { text: '<think>', reasoning: 'hm', finish: 'length' },
    new ChatFailure('refused', 'no'),
    new ChatFailure('empty', 'nothing'),
  ),
);

describe.each(METHODS)('%s', (method) => {
  const { make } = llmRerankers[method]!;

  it('gives the same documents back, whatever the model says', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.infiniteStream(REPLIES),
        fc.integer({ min: 0, max: 25 }),
        fc.constantFrom('none', 'auto', 'think-tag', 'answer-tags'),
        async (replies, count, reasoning) => {
          const settings = settingsOf(() => replies.next().value!, {}, { reasoning });
          const shown = numbered(count);
          const { ordered, facts } = await orderBatch(make(settings), [shown]);
          const { hits } = ordered[0]!;
          if (hits) {
            expect(hits.map((hit) => hit.docId).sort()).toEqual(
              shown.documents.map((each) => each.docId).sort(),
            );
            expect(hits.every(({ score }) => Number.isFinite(score))).toBe(true);
          }
          const { failedCalls, unparsed, calls } = facts as Record<string, number>;
          expect(failedCalls! + unparsed!).toBeLessThanOrEqual(calls!);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('says the same for the same answers, whichever response comes first and whatever is in the batch', async () => {
    const hash = (text: string): number =>
      [...text].reduce((sum, each) => (sum * 31 + each.charCodeAt(0)) | 0, 7);
    const answer = ({ request, sampleIndex }: Asked): string => {
      const mark = Math.abs(hash(JSON.stringify([request.messages, sampleIndex])));
      const [a, b] = [(mark % 8) + 1, (mark % 7) + 1];
      return `Score: ${a}\n<answer>{"[${a}]": ${b}, "[${b}]": ${a}}</answer>\n\`\`\`json\n[${a}, ${b}]\n\`\`\`\nDocument ${'ABCD'[mark % 4]}`;
    };
    const late = async (asked: Asked): Promise<string> => {
      for (let i = Math.abs(hash(asked.prompt)) % 5; i > 0; i--) await Promise.resolve();
      return answer(asked);
    };
    const texts = (id: string) => Array.from({ length: 8 }, (_, i) => `${id} ${i}`);
    const batch = ['p', 'q', 'r'].map((id) => candidates(texts(id), id, `${id}?`));
    const plain = await orderBatch(make(settingsOf(answer)), batch);
    const other = await orderBatch(make(settingsOf(late, {}, { concurrency: 2 })), batch.toReversed());
    expect(other.ordered.toReversed()).toEqual(plain.ordered);
    expect(other.facts).toEqual(plain.facts);
    const alone = await orderBatch(make(settingsOf(answer)), [batch[1]!]);
    expect(alone.ordered[0]).toEqual(plain.ordered[1]);
  });

  it('shows the model query and documents, and nothing else: no ids, no labels, no text of a rewriter', async () => {
    const settings = settingsOf(() => READABLE);
    const shown: Candidates = {
      query: {
        id: queryId('secret-query'),
        text: 'Why does the toe burn?',
        generated: [{ method: 'hyde', llm: 'x', text: 'secret-passage', join: 'alone', dense: 'average' }],
      },
      documents: [0, 1, 2].map((i) => ({ docId: docId(`secret-${i}`), text: `urate ${i}`, score: 3 - i })),
    };
    // What a caller may carry along by mistake.
    const leaking = { ...shown, judgements: 'secret-grade', labels: { answer: 'secret-answer' } };
    await orderBatch(make(settings), [leaking]);
    expect(settings.chat.asked.length).toBeGreaterThan(0);
    const said = JSON.stringify(settings.chat.asked.map(({ request }) => request));
    expect(said).toContain('Why does the toe burn?');
    expect(said).toContain('urate 2');
    expect(said).not.toContain('secret');
  });

  it('fills what is shown in once: places in it stay as they are', async () => {
    const settings = settingsOf(() => READABLE);
    const texts = ['{QUERY} {DOCUMENT} {DOCUMENTS} {COUNT} {NUMBER} $& $1', 'b'];
    await orderBatch(make(settings), [candidates(texts, 'q', '{DOCUMENTS} {DOCUMENT} $&')]);
    const said = settings.chat.asked.map(({ request }) => request.messages.map((m) => m.content).join('\n'));
    expect(said.join('\n')).toContain(texts[0]);
    expect(said[0]).toContain('{DOCUMENTS} {DOCUMENT} $&');
  });

  it('ends the work with what ends it, begins nothing after it, and lets what has begun come home', async () => {
    let calls = 0;
    let home = 0;
    const settings = settingsOf(
      async () => {
        calls += 1;
        if (calls === 2) return new WorkError('the budget is spent');
        await new Promise(setImmediate);
        home += 1;
        return READABLE;
      },
      {},
      { concurrency: 2 },
    );
    const batch = Array.from({ length: 9 }, (_, i) => candidates(['a', 'b', 'c'], `q${i}`, `${i}?`));
    const opened = await make(settings).open(testTools());
    await expect(opened.order(batch)).rejects.toThrow('the budget is spent');
    expect(calls).toBe(2);
    expect(home).toBe(1);
  });

  it('begins nothing when it is called off', async () => {
    const settings = settingsOf(() => READABLE);
    const tools = testTools({ signal: AbortSignal.abort(new Error('enough')) });
    await expect(orderBatch(make(settings), [numbered(5)], tools)).rejects.toThrow('enough');
    expect(settings.chat.asked).toEqual([]);
  });

  it('asks about queries at the same time, and never more than the model takes', async () => {
    const settings = settingsOf(
      async () => {
        await new Promise(setImmediate);
        return READABLE;
      },
      {},
      { concurrency: 3 },
    );
    await orderBatch(
      make(settings),
      Array.from({ length: 8 }, (_, i) => candidates(['a', 'b'], `q${i}`, `${i}?`)),
    );
    expect(settings.chat.busiest).toBe(3);
  });

  it('counts thoughts that come to no answer as failed, and reads what follows a thought', async () => {
    const thought = (end: string): Scripted => reply({ text: `<think>\nScore: 9 [1] > [2]${end}` });
    const model = { reasoning: 'think-tag' } as const;
    const lost = await orderBatch(make(settingsOf(() => thought(''), {}, model)), [numbered(3)]);
    expect(lost.places).toEqual([undefined]);
    expect(lost.facts).toMatchObject({ failedCalls: lost.facts.calls, unparsed: 0 });
    expect(lost.tools.notes[0]).toContain('its reasoning never came to an answer');
    const found = await orderBatch(make(settingsOf(() => thought(`</think>\n${READABLE}`), {}, model)), [
      numbered(3),
    ]);
    const plain = await orderBatch(make(settingsOf(() => READABLE)), [numbered(3)]);
    expect(found.ordered).toEqual(plain.ordered);
  });

  it('says what it cost, from the store too, and in dollars where there is a price', async () => {
    const price = { usdPerMillionIn: 2, usdPerMillionOut: 8, at: '2026-11-15' };
    const settings = settingsOf(() => ({ text: READABLE, estimated: true }), {}, { price });
    const first = await orderBatch(make(settings), [numbered(4)]);
    const { calls } = first.facts as { calls: number };
    expect(first.facts).toMatchObject({ tokensIn: 10 * calls, tokensOut: 5 * calls, estimated: calls });
    expect(first.facts.usd).toBeCloseTo((calls * (10 * 2 + 5 * 8)) / 1e6, 12);
    const asked = settings.chat.asked.length;
    const again = await orderBatch(make(settings), [numbered(4)]);
    expect(again.facts).toEqual(first.facts);
    expect(settings.chat.asked.length).toBe(asked);
    const unpriced = await orderBatch(make(settingsOf(() => READABLE)), [numbered(4)]);
    expect(unpriced.facts).not.toHaveProperty('usd');
  });

  it('takes as many calls as it says beforehand', async () => {
    for (const count of [0, 1, 2, 7, 23]) {
      const rerankMethod = make(settingsOf(() => READABLE));
      const { facts } = await orderBatch(rerankMethod, [numbered(count)]);
      const { least, most } = rerankMethod.callsPerQuery(count);
      expect(facts.calls).toBeGreaterThanOrEqual(least);
      expect(facts.calls).toBeLessThanOrEqual(most);
    }
  });

  it('has the model, the whole sampling and every wording in its spec', () => {
    const settings = settingsOf(() => '', { sampling: { temperature: 0.1 } }, { sampling: { topK: 5 } });
    const rerankMethod = make(settings);
    expect(rerankMethod.name).toBe(`${method}(scripted)`);
    expect(rerankMethod.spec).toMatchObject({
      orderer: method,
      llm: 'scripted',
      model: { model: 'scripted' },
      reasoning: 'none',
      sampling: { temperature: 0.1, topK: 5 },
    });
    const used: string[] = [];
    const noting: Prompts = {
      template: (name, task) => {
        used.push(name);
        return prompts.template(name, task);
      },
    };
    make({ ...settings, prompts: noting });
    expect(used.length).toBeGreaterThan(1);
    for (const name of used) {
      const other: Prompts = {
        template: (asked, task) =>
          asked === name ? { text: 'other', source: 'test', hash: 'other' } : prompts.template(asked, task),
      };
      expect(make({ ...settings, prompts: other }).spec, name).not.toEqual(rerankMethod.spec);
    }
  });
});
