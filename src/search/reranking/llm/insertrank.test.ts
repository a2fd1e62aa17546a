import { describe, expect, it } from 'vitest';
import { numbered, orderBatch } from '../../../../test/support/reranking.js';
import { type Asked, type Scripted, scriptedChat } from '../../../../test/support/scripted-chat.js';
import { InputError } from '../../../core/index.js';
import { openPrompts } from '../../../models/prompts/index.js';
import { insertrank } from './insertrank.js';

type InsertRankSettings = Parameters<typeof insertrank>[0];

const setting = (answer: (asked: Asked) => Scripted, more: Partial<InsertRankSettings> = {}) => {
  const chat = scriptedChat(answer);
  return { chat, settings: { prompts: openPrompts(), task: 'Biology', ...more, chat } };
};

describe('insertrank', () => {
  it('shows all documents in one call, each with its score', async () => {
    const { chat, settings } = setting(() => '[3] > [1] > [2]');
    const { documents, query } = numbered(3);
    const scores = [12.345678, 0.000123456, -7];
    const shown = { query, documents: documents.map((each, i) => ({ ...each, score: scores[i]! })) };
    const { places } = await orderBatch(insertrank(settings), [shown]);
    expect(places).toEqual([[2, 0, 1]]);
    expect(chat.asked).toHaveLength(1);
    expect(chat.asked[0]!.prompt).toContain(
      'Query:\nwhy?\n\nDocuments:\n[1] (score 12.35) text 0\n\n[2] (score 0.0001235) text 1\n\n[3] (score -7) text 2\n\n',
    );
    expect(chat.asked[0]!.request.sampling).toEqual({});
  });

  it('slides a window when it is given one, in steps of a half', async () => {
    const { chat, settings } = setting(() => '[4] > [3]', { window: 4 });
    const { places, facts } = await orderBatch(insertrank(settings), [numbered(6)]);
    expect(chat.asked).toHaveLength(2);
    expect(places[0]).toEqual([4, 5, 0, 1, 2, 3]);
    expect(facts).toMatchObject({ calls: 2, missing: 4 });
  });

  it('leaves a query alone without an order, and asks nothing about one document', async () => {
    const { chat, settings } = setting(() => 'by score');
    const { places } = await orderBatch(insertrank(settings), [numbered(3), numbered(1), numbered(0)]);
    expect(places).toEqual([undefined, [0], []]);
    expect(chat.asked).toHaveLength(1);
  });

  it('says how many calls it takes, and refuses settings that make no sense', () => {
    const { settings } = setting(() => '');
    const calls = (more: Partial<InsertRankSettings>, depth: number) =>
      insertrank({ ...settings, ...more }).callsPerQuery(depth).most;
    expect([calls({}, 100), calls({}, 1), calls({ window: 20 }, 100), calls({ passes: 2 }, 10)]).toEqual([
      1, 0, 9, 2,
    ]);
    for (const more of [{ window: 1 }, { window: 4, step: 5 }, { passes: 0 }, { words: 0 }, { window: 2.5 }])
      expect(() => insertrank({ ...settings, ...more })).toThrow(InputError);
  });
});
