import { describe, expect, it } from 'vitest';
import { testTools } from '../../../test/tools.js';
import type { Lanes, Tools } from '../../core/index.js';
import type { Tokenized } from './count-tokens.js';
import openTokenizeLane from './tokenize-lane.js';
import { onAllThreads, onThisThread } from './tokenizers.js';

const SETTING = { analyzer: 'lucene-english' };
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** Lanes that answer only when told to. */
const heldLanes = (size: number) => {
  const tokenize = openTokenizeLane(SETTING);
  const asked: { lane: number; texts: readonly string[]; answer(): void; fail(error: Error): void }[] = [];
  let closed = false;
  const lanes: Lanes<readonly string[], Tokenized> = {
    size,
    run: (lane, texts) =>
      new Promise((resolve, reject) => {
        asked.push({ lane, texts, answer: () => resolve(tokenize(texts)), fail: reject });
      }),
    close: async () => {
      closed = true;
    },
  };
  const tools = { ...testTools(), workers: { size, open: async () => lanes } } as unknown as Tools;
  return { tools, asked, isClosed: () => closed };
};

describe('onThisThread', () => {
  it('is done with a batch when it is given', async () => {
    const { give, close } = onThisThread(SETTING);
    const given = await give(['Fever and gout', '']);
    expect(given.lane).toBe(0);
    expect([...given.done!.lengths]).toEqual([2, 0]);
    expect(await given.output).toBe(given.done);
    await close();
  });
});

describe('onAllThreads', () => {
  it('does everything itself until a helper has started', async () => {
    const { tools, asked } = heldLanes(3);
    const { give } = await onAllThreads(SETTING, tools);
    const given = [await give(['fever']), await give(['gout'])];
    expect(given.map(({ lane }) => lane)).toEqual([2, 2]);
    expect(given.every(({ done }) => done)).toBe(true);
    expect(asked.map(({ lane, texts }) => [lane, texts.length])).toEqual([
      [0, 0],
      [1, 0],
    ]);
  });

  it('gives a started helper two batches, then works on, and more when one is done', async () => {
    const { tools, asked } = heldLanes(2);
    const { give } = await onAllThreads(SETTING, tools);
    asked[0]!.answer();
    await settle();
    const given = [await give(['fever']), await give(['gout']), await give(['tremor'])];
    expect(given.map(({ lane }) => lane)).toEqual([0, 0, 1]);
    expect(given.map(({ done }) => done !== undefined)).toEqual([false, false, true]);
    asked[1]!.answer();
    await settle();
    expect(given[0]!.done).toBeDefined();
    expect((await give(['scurvy'])).lane).toBe(0);
  });

  it('hears helpers although it is never idle itself', async () => {
    const { tools, asked } = heldLanes(2);
    const { give } = await onAllThreads(SETTING, tools);
    setTimeout(() => asked[0]!.answer());
    const lanes: number[] = [];
    for (let batch = 0; batch < 20; batch++) lanes.push((await give(['fever'])).lane);
    expect(lanes).toContain(0);
  });

  it('refuses further batches once a helper has failed, at its start or later', async () => {
    const early = heldLanes(2);
    const tokenizers = await onAllThreads(SETTING, early.tools);
    early.asked[0]!.fail(new Error('did not start'));
    await settle();
    await expect(tokenizers.give(['fever'])).rejects.toThrow('did not start');

    const late = heldLanes(2);
    const { give } = await onAllThreads(SETTING, late.tools);
    late.asked[0]!.answer();
    await settle();
    const given = await give(['fever']);
    late.asked[1]!.fail(new Error('broke'));
    await expect(given.output).rejects.toThrow('broke');
    await expect(give(['gout'])).rejects.toThrow('broke');
  });

  it('closes its helpers', async () => {
    const { tools, isClosed } = heldLanes(2);
    await (await onAllThreads(SETTING, tools)).close();
    expect(isClosed()).toBe(true);
  });
});
