import { describe, expect, it } from 'vitest';
import { textRanges } from '../../../../test/support/count-words.js';
import { testTools } from '../../../../test/support/tools.js';
import type { Tools, WorkerPool } from '../../../core/index.js';
import { openTokenizers } from './build-index.js';
import type { TextRanges, Tokenized } from './count-tokens.js';
import openTokenizer from './tokenize-worker.js';

const SETTING = { analyzer: 'lucene-english' };
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** Threads that answer only when told to. */
const heldThreads = (size: number) => {
  const tokenize = openTokenizer(SETTING);
  const asked: { thread: number; texts: TextRanges; answer(): void; fail(error: Error): void }[] = [];
  const seen = { opened: 0, closed: 0 };
  const pool: WorkerPool<TextRanges, Tokenized> = {
    size,
    run: (thread, texts) =>
      new Promise((resolve, reject) => {
        asked.push({ thread, texts, answer: () => resolve(tokenize(texts)), fail: reject });
      }),
    close: async () => {
      seen.closed++;
    },
  };
  const open = async () => {
    seen.opened++;
    return pool;
  };
  const tools = { ...testTools(), workers: { size, open } } as unknown as Tools;
  return { tools, asked, seen };
};

/** Enough text for even a single worker to be called; without a token, so that it is soon analysed. */
const MUCH = textRanges(' '.repeat(33 << 20));

const withHelpers = async (size: number) => {
  const held = heldThreads(size);
  const tokenizers = openTokenizers(SETTING, held.tools);
  await tokenizers.give(MUCH);
  return { ...held, ...tokenizers };
};

describe('openTokenizers', () => {
  it('is done with a batch when it is given, as long as there is little text', async () => {
    const { tools, seen } = heldThreads(4);
    const { give, close } = openTokenizers(SETTING, tools);
    const given = await give(textRanges('Fever and gout', ''));
    expect([...given.done!.lengths]).toEqual([2, 0]);
    expect(await given.output).toBe(given.done);
    await give(textRanges('scurvy'));
    await close();
    expect(seen).toEqual({ opened: 0, closed: 0 });
  });

  it('never calls for help where one thread may run', async () => {
    const { give, seen } = await withHelpers(1);
    await give(textRanges('fever'));
    expect(seen.opened).toBe(0);
  });

  it('does everything itself until a worker has started', async () => {
    const { give, asked, seen } = await withHelpers(3);
    const given = [await give(textRanges('fever')), await give(textRanges('gout'))];
    expect(seen.opened).toBe(1);
    expect(given.map(({ thread }) => thread)).toEqual([0, 0]);
    expect(given.every(({ done }) => done)).toBe(true);
    expect(asked.map(({ thread, texts }) => [thread, texts.ranges.length])).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });

  it('gives a started worker two batches, then works on, and more when one is done', async () => {
    const { give, asked } = await withHelpers(2);
    await give(textRanges('jaundice'));
    asked[0]!.answer();
    await settle();
    const given = [
      await give(textRanges('fever')),
      await give(textRanges('gout')),
      await give(textRanges('tremor')),
    ];
    expect(given.map(({ thread }) => thread)).toEqual([1, 1, 0]);
    expect(given.map(({ done }) => done !== undefined)).toEqual([false, false, true]);
    asked[1]!.answer();
    await settle();
    expect(given[0]!.done).toBeDefined();
    expect((await give(textRanges('scurvy'))).thread).toBe(1);
  });

  it('hears workers although it is never idle itself', async () => {
    const { give, asked } = await withHelpers(2);
    await give(textRanges('jaundice'));
    setTimeout(() => asked[0]!.answer());
    const pool: number[] = [];
    for (let batch = 0; batch < 20; batch++) pool.push((await give(textRanges('fever'))).thread);
    expect(pool).toContain(1);
  });

  it('refuses further batches once a worker has failed, at its start or later', async () => {
    const early = await withHelpers(2);
    await early.give(textRanges('jaundice'));
    early.asked[0]!.fail(new Error('did not start'));
    await settle();
    await expect(early.give(textRanges('fever'))).rejects.toThrow('did not start');

    const late = await withHelpers(2);
    await late.give(textRanges('jaundice'));
    late.asked[0]!.answer();
    await settle();
    const given = await late.give(textRanges('fever'));
    late.asked[1]!.fail(new Error('broke'));
    await expect(given.output).rejects.toThrow('broke');
    await expect(late.give(textRanges('gout'))).rejects.toThrow('broke');
  });

  it('closes its workers', async () => {
    const { give, close, seen } = await withHelpers(2);
    await give(textRanges('jaundice'));
    await close();
    expect(seen).toEqual({ opened: 1, closed: 1 });
  });
});
