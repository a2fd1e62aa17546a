import { describe, expect, it } from 'vitest';
import { candidates, numbered, orderBatch } from '../../../../test/support/reranking.js';
import { type Asked, type Scripted, scriptedChat } from '../../../../test/support/scripted-chat.js';
import { InputError } from '../../../core/index.js';
import { ChatFailure } from '../../../models/llms/index.js';
import { openPrompts } from '../../../models/prompts/index.js';
import { listwise } from './listwise.js';

type ListwiseSettings = Parameters<typeof listwise>[0];

const setting = (answer: (asked: Asked) => Scripted, more: Partial<ListwiseSettings> = {}) => {
  const chat = scriptedChat(answer);
  return { chat, settings: { prompts: openPrompts(), task: 'Biology', ...more, chat } };
};

/** The places of the documents that a call shows, in its order. */
const shownIn = ({ request }: Asked): readonly number[] =>
  request.messages.flatMap(({ content }) => {
    const [, place] = /^\[\d+\] text (\d+)$/.exec(content) ?? [];
    return place === undefined ? [] : [Number(place)];
  });

/** Puts documents with higher places first. */
const backwards = (asked: Asked): string =>
  shownIn(asked)
    .map((place, i) => ({ place, number: i + 1 }))
    .sort((a, b) => b.place - a.place)
    .map(({ number }) => `[${number}]`)
    .join(' > ');

describe('listwise', () => {
  it('talks as RankGPT does: each passage a turn that is acknowledged, then the question', async () => {
    const { chat, settings } = setting(() => '[2] > [1]');
    const shown = candidates(['one\ntwo', 'a {QUERY} of $& three'], 'q', 'why {COUNT}?');
    await orderBatch(listwise(settings), [shown]);
    const { messages, sampling } = chat.asked[0]!.request;
    expect(sampling).toEqual({ temperature: 0 });
    expect(messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ]);
    expect(messages.slice(3, 7).map(({ content }) => content)).toEqual([
      '[1] one two',
      'Passage [1] received.',
      '[2] a {QUERY} of $& three',
      'Passage [2] received.',
    ]);
    for (const at of [1, 7]) {
      expect(messages[at]!.content).toContain('\n\nwhy {COUNT}?');
      expect(messages[at]!.content).toMatch(/\b2 passages/);
    }
  });

  it('goes over a hundred documents in nine windows, from the end to the front', async () => {
    const { chat, settings } = setting(backwards);
    const { places, facts } = await orderBatch(listwise(settings), [numbered(100)]);
    expect(chat.asked).toHaveLength(9);
    expect(shownIn(chat.asked[0]!)).toEqual(Array.from({ length: 20 }, (_, i) => 80 + i));
    // The ten best of the window before come along.
    expect(shownIn(chat.asked[1]!).slice(10)).toEqual(Array.from({ length: 10 }, (_, i) => 99 - i));
    expect(places[0]!.slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, i) => 99 - i));
    expect(new Set(places[0]).size).toBe(100);
    expect(facts).toMatchObject({ calls: 9, unparsed: 0, missing: 0 });
  });

  it('asks again in a second pass, and comes to the same end every time', async () => {
    const { chat, settings } = setting(backwards, { passes: 2 });
    const first = await orderBatch(listwise(settings), [numbered(30)]);
    expect(first.places[0]).toEqual(Array.from({ length: 30 }, (_, i) => 29 - i));
    expect(chat.asked.map(({ sampleIndex }) => sampleIndex)).toEqual([0, 0, 1, 1]);
    const again = await orderBatch(listwise(settings), [numbered(30)]);
    expect(again.ordered).toEqual(first.ordered);
    expect(again.facts).toEqual(first.facts);
    expect(chat.asked).toHaveLength(4);
  });

  it('keeps the order of a window without an answer, and says so', async () => {
    const { settings } = setting((asked) =>
      shownIn(asked)[0] === 0 ? new ChatFailure('too-long', '9000 tokens') : backwards(asked),
    );
    const { places, facts, tools } = await orderBatch(listwise(settings), [numbered(30)]);
    expect(places[0]).toEqual([
      ...Array.from({ length: 10 }, (_, i) => i),
      ...Array.from({ length: 20 }, (_, i) => 29 - i),
    ]);
    expect(facts).toMatchObject({ calls: 2, failedCalls: 1, unparsed: 0 });
    expect(tools.notes[0]).toContain('1 of 2 calls returned no answer (too-long: 9000 tokens)');
  });

  it('leaves a query alone of which nothing could be read', async () => {
    const { settings } = setting(() => 'They are all about gout.');
    const { places, facts } = await orderBatch(listwise(settings), [numbered(30)]);
    expect(places).toEqual([undefined]);
    expect(facts).toMatchObject({ calls: 2, unparsed: 2, missing: 0 });
  });

  it('asks nothing where there is nothing to order', async () => {
    const { chat, settings } = setting(backwards);
    const { places } = await orderBatch(listwise(settings), [numbered(1), numbered(0)]);
    expect(places).toEqual([[0], []]);
    expect(chat.asked).toEqual([]);
  });

  it('cuts documents to 300 words', async () => {
    const { chat, settings } = setting(backwards);
    const { facts } = await orderBatch(listwise(settings), [
      candidates(['w '.repeat(301), 'w '.repeat(300)]),
    ]);
    expect(chat.asked[0]!.request.messages[3]!.content.split(' ')).toHaveLength(301);
    expect(facts).toMatchObject({ cutDocuments: 1 });
  });

  it('says how many calls it takes, and refuses settings that make no sense', () => {
    const { settings } = setting(backwards);
    const calls = (more: Partial<ListwiseSettings>, depth: number) =>
      listwise({ ...settings, ...more }).callsPerQuery(depth).most;
    expect([calls({}, 100), calls({}, 10), calls({}, 1), calls({ passes: 3 }, 100)]).toEqual([9, 1, 0, 27]);
    // Steps are half a window where none are given.
    expect(calls({ window: 5 }, 10)).toBe(calls({ window: 5, step: 3 }, 10));
    for (const more of [{ window: 1 }, { step: 21 }, { step: 0 }, { passes: 0.5 }, { words: -1 }])
      expect(() => listwise({ ...settings, ...more })).toThrow(InputError);
  });
});
