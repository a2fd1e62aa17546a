import { describe, expect, it } from 'vitest';
import { candidates, numbered, orderBatch } from '../../../../test/support/reranking.js';
import { type Asked, type Scripted, scriptedChat } from '../../../../test/support/scripted-chat.js';
import { docId, InputError, queryId } from '../../../core/index.js';
import { ChatFailure } from '../../../models/llms/index.js';
import { openPrompts } from '../../../models/prompts/index.js';
import type { Candidates } from '../rerank-method.js';
import { groupwise } from './groupwise.js';

type GroupwiseSettings = Parameters<typeof groupwise>[0];

const setting = (answer: (asked: Asked) => Scripted, more: Partial<GroupwiseSettings> = {}) => {
  const chat = scriptedChat(answer);
  return { chat, settings: { prompts: openPrompts(), task: 'Biology', ...more, chat } };
};

/** The places of the documents of a group, in its order. */
const group = ({ prompt }: Asked): readonly number[] =>
  [...prompt.matchAll(/^\[\d+\] text (\d+)$/gm)].map(([, place]) => Number(place));

const scoring =
  (scoreOf: (place: number, asked: Asked) => number) =>
  (asked: Asked): string => {
    const scores = group(asked).map((place, i) => [`[${i + 1}]`, scoreOf(place, asked)]);
    return `<reason>so</reason><answer>${JSON.stringify(Object.fromEntries(scores))}</answer>`;
  };

const scoresOf = async (settings: GroupwiseSettings, shown: Candidates) => {
  const { ordered } = await orderBatch(groupwise(settings), [shown]);
  return ordered[0]!.hits!.map(({ score }) => score);
};

describe('groupwise', () => {
  it('shows every document once per pass, in shuffled groups, as GroupRank samples', async () => {
    const { chat, settings } = setting(scoring(() => 5));
    const { facts } = await orderBatch(groupwise(settings), [numbered(45)]);
    const passes = [0, 1].map((pass) =>
      chat.asked.filter(({ sampleIndex }) => sampleIndex === pass).map(group),
    );
    for (const groups of passes) {
      expect(groups.map(({ length }) => length)).toEqual([20, 20, 5]);
      expect(groups.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 45 }, (_, i) => i));
      expect(groups[0]).not.toEqual(Array.from({ length: 20 }, (_, i) => i));
    }
    expect(passes[0]).not.toEqual(passes[1]);
    expect(chat.asked[0]!.request.sampling).toEqual({ temperature: 0.3, topP: 0.8, maxTokens: 8000 });
    expect(facts).toMatchObject({ calls: 6, missing: 0, unscored: 0 });
  });

  it('groups depend on task, query and pass, not on other queries, their order or resuming', async () => {
    const shown = (id: string) =>
      candidates(
        numbered(30).documents.map(({ text }) => text),
        id,
        `${id}?`,
      );
    const asked = async (task: string, ...ids: string[]) => {
      const { chat, settings } = setting(
        scoring(() => 5),
        { task, group: 10 },
      );
      await orderBatch(groupwise(settings), ids.map(shown));
      return new Map(
        ids.map((id) => [
          id,
          chat.asked
            .filter(({ prompt }) => prompt.includes(`${id}?`))
            .map((each) => [each.sampleIndex, ...group(each)].join())
            .sort(),
        ]),
      );
    };
    const both = await asked('Biology', 'p', 'q');
    expect((await asked('Biology', 'q', 'p')).get('q')).toEqual(both.get('q'));
    expect((await asked('Biology', 'q')).get('q')).toEqual(both.get('q'));
    expect(both.get('p')).not.toEqual(both.get('q'));
    expect((await asked('MedQA-Diag', 'q')).get('q')).not.toEqual(both.get('q'));
  });

  it('mixes six parts of the mean with four of the first stage, scaled', async () => {
    const { settings } = setting(
      scoring((place, { sampleIndex }) => [0, 10, 4][place]! - (place === 2 ? 2 * sampleIndex : 0)),
    );
    const found = await scoresOf(settings, numbered(3));
    for (const [i, score] of [0.4, 0.6 + 0.2, 0.6 * 0.3].entries()) expect(found[i]).toBeCloseTo(score, 12);
  });

  it('takes the first stage as it is when asked to do as published', async () => {
    const { settings } = setting(
      scoring(() => 10),
      { asPublished: true },
    );
    const found = await scoresOf(settings, numbered(3));
    for (const [i, score] of [9, 8, 7].entries()) expect(found[i]).toBeCloseTo(0.6 + 0.4 * score, 12);
  });

  it('leaves a group without an answer out of the mean, and counts it', async () => {
    const { settings } = setting((asked) =>
      asked.sampleIndex === 1 ? 'They are all alike.' : scoring((place) => [6, 10][place]!)(asked),
    );
    const found = await scoresOf(settings, numbered(2));
    for (const [i, score] of [0.36 + 0.4, 0.6].entries()) expect(found[i]).toBeCloseTo(score, 12);
    const { facts } = await orderBatch(groupwise(settings), [numbered(2)]);
    expect(facts).toMatchObject({ calls: 2, unparsed: 1, unscored: 0, failedCalls: 0 });
  });

  it('puts documents that no pass scored behind the others, and leaves a query alone that has none', async () => {
    const failing = new ChatFailure('silent', 'nothing within 300 s');
    const { settings } = setting((asked) => (group(asked).includes(1) ? scoring(() => 0)(asked) : failing), {
      group: 2,
      passes: 1,
    });
    const { places, facts } = await orderBatch(groupwise(settings), [numbered(6)]);
    const scored = new Set(places[0]!.slice(0, 2));
    expect(scored.has(1)).toBe(true);
    expect(places[0]!.slice(2)).toEqual([0, 1, 2, 3, 4, 5].filter((place) => !scored.has(place)));
    expect(facts).toMatchObject({ calls: 3, failedCalls: 2, unscored: 4 });
    const none = setting(() => failing);
    expect((await orderBatch(groupwise(none.settings), [numbered(6)])).places).toEqual([undefined]);
  });

  it('shows documents on one line, cut to 3000 characters', async () => {
    const { chat, settings } = setting(() => '{"[1]": 3}', { passes: 1, group: 1 });
    const { facts } = await orderBatch(groupwise(settings), [candidates([`a\n\nb${'🫀'.repeat(3000)}`])]);
    expect(chat.asked[0]!.prompt).toBe(`Query:\nwhy?\n\nDocuments:\n[1] a b${'🫀'.repeat(2997)}`);
    expect(chat.asked[0]!.request.messages[0]!.content).toContain('<answer>{"[1]": 7,');
    expect(facts).toMatchObject({ cutDocuments: 1 });
  });

  it('says how many calls it takes, and refuses settings that make no sense', () => {
    const { settings } = setting(() => '');
    const calls = (more: Partial<GroupwiseSettings>) =>
      groupwise({ ...settings, ...more }).callsPerQuery(100).most;
    // The published script's defaults, and its setting for the evaluation.
    expect([calls({}), calls({ group: 10 }), calls({ passes: 6 })]).toEqual([10, 20, 30]);
    for (const more of [{ group: 0 }, { passes: 0 }, { passes: Number.NaN }])
      expect(() => groupwise({ ...settings, ...more })).toThrow(InputError);
  });

  it('accepts scores of the first stage that are all the same', async () => {
    const { settings } = setting(scoring((place) => place));
    const documents = [0, 1].map((i) => ({ docId: docId(`id-${i}`), text: `text ${i}`, score: 3 }));
    const found = await scoresOf(settings, { query: { id: queryId('q'), text: 'why?' }, documents });
    expect(found[0]).toBe(0);
    expect(found[1]).toBeCloseTo(0.06, 12);
  });
});
