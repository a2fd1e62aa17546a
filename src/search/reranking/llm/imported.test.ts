import { describe, expect, it } from 'vitest';
import { importedClones } from '../../../../test/support/prompt-clones.js';
import { candidates, numbered, orderBatch } from '../../../../test/support/reranking.js';
import { type Asked, type Scripted, scriptedChat } from '../../../../test/support/scripted-chat.js';
import { InputError } from '../../../core/index.js';
import { openPrompts } from '../../../models/prompts/index.js';
import { llmRerankers } from './index.js';

const made = async (
  stage: string,
  prompt: string,
  answer: (asked: Asked) => Scripted,
  more: Readonly<Record<string, unknown>> = {},
) => {
  const { prompts } = await importedClones();
  const chat = scriptedChat(answer);
  const method = llmRerankers[stage]!.make({ prompts, task: 'Biology', prompt, chat, ...more });
  return { chat, method };
};
const said = ({ request }: Asked): readonly string[] => request.messages.map(({ content }) => content);

describe('an imported prompt', () => {
  it('listwise: asks in its words, reads after the thoughts, and the record says which', async () => {
    const { chat, method } = await made(
      'listwise',
      'plain_template',
      () => '<think>[1]</think> [3] > [1] > [3]',
    );
    const shown = candidates(['one\n[7] two', 'a “quoted” note', 'b'], 'q', 'why [2]?');
    const { places, facts } = await orderBatch(method, [shown]);
    expect(said(chat.asked[0]!)).toEqual([
      'Be brief.',
      '3 notes for why (2)?\n[1] one (7) two (9.000)\n[2] a "quoted" note (8.000)\n[3] b (7.000)\nOrder?',
    ]);
    expect(places).toEqual([[2, 0, 1]]);
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(method.spec).toMatchObject({
      prompt: { name: 'rankllm/plain_template', hash },
      words: 300,
      window: 20,
    });
    expect(method.spec).not.toHaveProperty('template');
    expect(facts).toMatchObject({
      prompt: { name: 'rankllm/plain_template', repository: 'castorini/rank_llm', sha256: hash },
      ...{ missing: 1, repeated: 1 },
    });
  });

  it('listwise: letters, up to 26 of them', async () => {
    const { chat, method } = await made(
      'listwise',
      'rankllm/letters_template',
      () => 'A note: [C] > [A] > [B]',
    );
    // The first word of the answer is a letter that stands alone, as any reader of letters must take it.
    expect((await orderBatch(method, [numbered(3)])).places).toEqual([[0, 2, 1]]);
    expect(said(chat.asked[0]!)).toEqual(['[A] text 0; [B] text 1; [C] text 2; Order for why??']);
    await expect(made('listwise', 'letters_template', () => '', { window: 27 })).rejects.toThrow(
      'windows of 27 documents under letters',
    );
  });

  it('listwise: DIVER’s list in a fence, of documents that are not cut', async () => {
    const long = `${'word '.repeat(400)}\n\nend`;
    const { chat, method } = await made('listwise', 'diver/listwise', () => 'So\n```json\n[2]\n```');
    const { places } = await orderBatch(method, [candidates([long, 'b'])]);
    expect(said(chat.asked[0]!)).toEqual([
      `For why?\n[1]. ${long.replace(/\n+/, ' ')}\n\n[2]. b\n\nthe best 2`,
    ]);
    expect([places, method.spec.words]).toEqual([[[1, 0]], 'all']);
  });

  it('pointwise: the table of its tasks, and a scale up to 100', async () => {
    const answer = ({ prompt }: Asked) => `<score>\n${prompt.includes('text 1') ? 90 : 40}\n</score>`;
    const { chat, method } = await made('pointwise', 'retro-star', answer);
    const { places, ordered } = await orderBatch(method, [numbered(2)]);
    expect(said(chat.asked[0]!)).toEqual(['Rule: Pages help.\npost: why?\npage: text 0\n']);
    expect(places).toEqual([[1, 0]]);
    expect(ordered[0]!.hits!.map(({ score }) => score.toFixed(2)).toSorted()).toEqual(['0.40', '0.90']);
    const other = await made('pointwise', 'retro-star', answer, { task: 'PMC-Clinical' });
    await orderBatch(other.method, [numbered(1)]);
    expect(said(other.chat.asked[0]!)[0]).toContain(
      'Rule: A document helps with a query.\nquery: why?\ndocument: ',
    );
    const diver = await made('pointwise', 'notes', () => 'Relevance score: 7.');
    await orderBatch(diver.method, [numbered(1)]);
    expect(said(diver.chat.asked[0]!)[0]).toContain('Query why? and note text 0:');
  });

  it('groupwise: DIVER’s group', async () => {
    const { chat, method } = await made(
      'groupwise',
      'diver/groupwise',
      () => '<answer>{"[1]": 5, "[2]": 8}</answer>',
    );
    const { facts } = await orderBatch(method, [candidates(['a\n\nb', 'a\n\nb'])]);
    expect(said(chat.asked[0]!)).toEqual([
      'Give notes scores.',
      '2 notes for why?:\n[1]. a b\n\n[2]. a b\n\nAs {"[1]": 5}.',
    ]);
    expect(facts).toMatchObject({ unparsed: 0, prompt: { repository: 'AQ-MedAI/Diver' } });
  });

  it.each([
    [
      'listwise',
      'plan_template',
      /no imported prompt "plan_template".*did you mean "plain_template"\?.*r2med prompts import/s,
    ],
    [
      'listwise',
      'bright_notes_of_all_kinds_of_people',
      /one of diver\/listwise, rankllm\/letters_template.*Fix: r2med prompts import/s,
    ],
    ['listwise', 'notes', /"notes", which is for pointwise; .*Fix: write pointwise\(LLM, prompt=notes\)/s],
    ['pointwise', 'token_template', /probability of a token.*Fix: choose another/s],
    [
      'groupwise',
      'listwise',
      /is for listwise; expected one of diver\/groupwise.*write listwise\(LLM, prompt=listwise\)/s,
    ],
  ])('%s(prompt=%s) is refused, with the fix', async (stage, prompt, message) => {
    const refused = made(stage, prompt, () => '');
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(message);
  });

  it('is unknown without a folder of them', () => {
    const settings = { prompts: openPrompts(), task: 'Biology', prompt: 'x', chat: scriptedChat(() => '') };
    expect(() => llmRerankers.listwise!.make(settings)).toThrow(/no imported prompt "x".*--prompts FOLDER/s);
  });
});
