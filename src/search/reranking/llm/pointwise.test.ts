import { describe, expect, it } from 'vitest';
import { candidates, numbered, orderBatch } from '../../../../test/support/reranking.js';
import { type Asked, type Scripted, scriptedChat } from '../../../../test/support/scripted-chat.js';
import { InputError } from '../../../core/index.js';
import { ChatFailure } from '../../../models/llms/index.js';
import { openPrompts } from '../../../models/prompts/index.js';
import { mayScale, pointwise } from './pointwise.js';

type PointwiseSettings = Parameters<typeof pointwise>[0];

const setting = (answer: (asked: Asked) => Scripted, more: Partial<PointwiseSettings> = {}) => {
  const chat = scriptedChat(answer, more.chat?.model);
  return { chat, settings: { prompts: openPrompts(), task: 'Biology', ...more, chat } };
};
const documentOf = ({ prompt }: Asked): number => Number(/text (\d+)/.exec(prompt)![1]);

describe('pointwise', () => {
  it('shows one document a call, and orders by the scores', async () => {
    const { chat, settings } = setting((asked) => `Score: ${[2, 9, 5][documentOf(asked)]}`);
    const { places, facts } = await orderBatch(pointwise(settings), [numbered(3)]);
    expect(places).toEqual([[1, 2, 0]]);
    expect(chat.asked).toHaveLength(3);
    expect(chat.asked[0]!.request.sampling).toEqual({ temperature: 0 });
    expect(chat.asked[0]!.request.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(chat.asked[0]!.prompt).toContain('<query>\nwhy?\n</query>\n\n<document>\ntext 0\n</document>');
    expect(facts).toMatchObject({ calls: 3, failedCalls: 0, unparsed: 0, tokensIn: 30, tokensOut: 15 });
  });

  it('asks by the rubric for a score up to 100, and refuses it with a prompt that has its own scale', async () => {
    const said = ['Steps.\nScore: 82', 'score 85 out of 100', 'Score: 101'];
    const { chat, settings } = setting((asked) => said[documentOf(asked)]!, { scale: '100' });
    const { ordered, facts } = await orderBatch(pointwise(settings), [numbered(3)]);
    expect(ordered[0]!.hits!.slice(0, 2).map(({ score }) => score)).toEqual([0.82, 0.85 - 2 ** -20]);
    expect(facts).toMatchObject({ unparsed: 1, unscored: 1 });
    expect(chat.asked[0]!.prompt).toContain('80 to 100');
    expect(pointwise(settings).spec).not.toEqual(pointwise({ ...settings, scale: '10' }).spec);
    expect(() => mayScale({ scale: '100', prompt: 'rank1' })).toThrow('says its own scale');
  });

  it('leaves equal scores in the order of the first stage, also as 32-bit floats', async () => {
    const { settings } = setting(() => '10');
    const { ordered, places } = await orderBatch(pointwise(settings), [numbered(100)]);
    expect(places[0]).toEqual(Array.from({ length: 100 }, (_, i) => i));
    const scores = ordered[0]!.hits!.map(({ score }) => Math.fround(score));
    expect(new Set(scores).size).toBe(100);
    expect(Math.min(...scores)).toBeGreaterThan(0.99);
  });

  it('takes the mean of several samples, those left out that cannot be read', async () => {
    const said = [
      ['4', '8', 'unsure'],
      ['5', '5', '5'],
    ];
    const { chat, settings } = setting((asked) => said[documentOf(asked)]![asked.sampleIndex]!, {
      samples: 3,
    });
    const { ordered, facts } = await orderBatch(pointwise(settings), [numbered(2)]);
    expect(ordered[0]!.hits!.map(({ score }) => score)).toEqual([0.6, 0.5 - 2 ** -20]);
    expect(facts).toMatchObject({ calls: 6, unparsed: 1, unscored: 0 });
    expect(chat.asked[0]!.request.sampling).toEqual({});
  });

  it('puts documents without a score behind the others, and leaves a query alone that has none', async () => {
    const failing = new ChatFailure('refused', 'no');
    const { settings } = setting((asked) => (documentOf(asked) === 2 ? '0' : failing));
    const { places, facts, tools } = await orderBatch(pointwise(settings), [numbered(4), numbered(2)]);
    expect(places).toEqual([[2, 0, 1, 3], undefined]);
    expect(facts).toMatchObject({ calls: 6, failedCalls: 5, unscored: 5 });
    expect(tools.notes).toEqual([
      'pointwise: query the-query-id: 3 of 4 calls returned no answer (refused: no)',
      'pointwise: query the-query-id: 2 of 2 calls returned no answer (refused: no)',
    ]);
  });

  it('mixes the scores of the first stage in when it is told to', async () => {
    const { settings } = setting((asked) => `${documentOf(asked)}`, { weight: 0.5 });
    const { ordered } = await orderBatch(pointwise(settings), [numbered(3)]);
    const expected = [0.5, 0.05 + 0.25, 0.1].map((score, place) => score - place * 2 ** -20);
    for (const [i, { score }] of ordered[0]!.hits!.entries()) expect(score).toBeCloseTo(expected[i]!, 12);
  });

  it('cuts documents to their first words, and counts it', async () => {
    const { chat, settings } = setting(() => '1', { words: 2 });
    const { facts } = await orderBatch(pointwise(settings), [candidates(['a b\n\nc', 'd  e'])]);
    expect(chat.asked.map(({ prompt }) => /<document>\n(.*)\n/.exec(prompt)![1])).toEqual(['a b', 'd e']);
    expect(facts).toMatchObject({ cutDocuments: 1 });
  });

  it('gives every sample a seed of its own', async () => {
    const { chat, settings } = setting(() => '1', { samples: 2, sampling: { seed: 7 } });
    await orderBatch(pointwise(settings), [numbered(1)]);
    expect(chat.asked.map(({ request }) => request.sampling)).toEqual([{ seed: 7 }, { seed: 8 }]);
  });

  it('says how many calls it takes, and refuses settings that make no sense', () => {
    const { settings } = setting(() => '1', { samples: 3 });
    expect(pointwise(settings).callsPerQuery(100)).toEqual({ least: 300, most: 300 });
    for (const more of [{ samples: 0 }, { words: 1.5 }, { weight: 0 }, { weight: 2 }, { weight: Number.NaN }])
      expect(() => pointwise({ ...settings, ...more })).toThrow(InputError);
  });
});
