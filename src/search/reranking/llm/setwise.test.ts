import { describe, expect, it } from 'vitest';
import { candidates, numbered, orderBatch } from '../../../../test/support/reranking.js';
import { type Asked, type Scripted, scriptedChat } from '../../../../test/support/scripted-chat.js';
import { InputError } from '../../../core/index.js';
import { openPrompts } from '../../../models/prompts/index.js';
import { setwise } from './setwise.js';

type SetwiseSettings = Parameters<typeof setwise>[0];

const setting = (answer: (asked: Asked) => Scripted, more: Partial<SetwiseSettings> = {}) => {
  const chat = scriptedChat(answer);
  return { chat, settings: { prompts: openPrompts(), task: 'Biology', ...more, chat } };
};

const shownIn = ({ prompt }: Asked): readonly (readonly [string, number])[] =>
  [...prompt.matchAll(/^Document ([A-Z]): text (\d+)$/gm)].map(([, label, place]) => [label!, Number(place)]);

/** The label of the highest place. */
const highest = (asked: Asked): string => shownIn(asked).toSorted((a, b) => b[1] - a[1])[0]![0];

describe('setwise', () => {
  it('places the ten best of a hundred, and keeps the others in their order', async () => {
    const { chat, settings } = setting(highest);
    const { places, facts } = await orderBatch(setwise(settings), [numbered(100)]);
    expect(places[0]).toEqual([
      ...Array.from({ length: 10 }, (_, i) => 99 - i),
      ...Array.from({ length: 90 }, (_, i) => i),
    ]);
    const { least, most } = setwise(settings).callsPerQuery(100);
    expect(chat.asked.length).toBeGreaterThanOrEqual(least);
    expect(chat.asked.length).toBeLessThanOrEqual(most);
    expect(facts).toMatchObject({ calls: chat.asked.length, unparsed: 0 });
    expect(chat.busiest).toBe(4);
  });

  it('shows a document and its children, under letters', async () => {
    const { chat, settings } = setting(() => 'A');
    await orderBatch(setwise(settings), [candidates(['a\nb', 'c', 'd', 'e'], 'q', 'why {DOCUMENTS}?')]);
    const { prompt, request } = chat.asked[0]!;
    expect(prompt).toContain(
      'Query: why {DOCUMENTS}?\n\nDocument A: a b\n\nDocument B: c\n\nDocument C: d\n\nDocument D: e\n',
    );
    expect(request.sampling).toEqual({ temperature: 0 });
  });

  it('takes the first of a set whose answer cannot be read, and counts it', async () => {
    // Only the best one is ever named.
    const { settings } = setting((asked) => {
      const [found] = shownIn(asked).find(([, place]) => place === 3) ?? [];
      return found ?? 'none of them';
    });
    const { places, facts } = await orderBatch(setwise({ ...settings, top: 1 }), [numbered(6)]);
    expect(places[0]).toEqual([3, 0, 1, 2, 4, 5]);
    expect(facts).toMatchObject({ calls: 2, unparsed: 1, failedCalls: 0 });
  });

  it('leaves a query alone of which nothing could be read: a heap of nothing would put the last first', async () => {
    const { settings } = setting(() => 'I cannot tell.');
    const { places, facts } = await orderBatch(setwise(settings), [numbered(30)]);
    expect(places).toEqual([undefined]);
    expect(facts.unparsed).toBe(facts.calls);
  });

  it('asks nothing where there is nothing to order', async () => {
    const { chat, settings } = setting(highest);
    expect((await orderBatch(setwise(settings), [numbered(1), numbered(0)])).places).toEqual([[0], []]);
    expect(chat.asked).toEqual([]);
  });

  it('refuses settings that make no sense', () => {
    const { settings } = setting(highest);
    for (const more of [{ set: 1 }, { set: 27 }, { top: 0 }, { words: 0 }])
      expect(() => setwise({ ...settings, ...more })).toThrow(InputError);
  });
});
