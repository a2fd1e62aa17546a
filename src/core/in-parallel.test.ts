import { describe, expect, it } from 'vitest';
import { inParallel } from './in-parallel.js';

/** Pieces of work that end when they are told to. */
const pieces = (count: number) => {
  const begun: number[] = [];
  const ends: { done(): void; fail(error: Error): void }[] = [];
  const next = (): Promise<number> | undefined => {
    const number = begun.length;
    if (number === count) return undefined;
    begun.push(number);
    return new Promise((resolve, reject) => {
      ends.push({ done: () => resolve(number), fail: reject });
    });
  };
  return { begun, ends, next };
};

const settled = (): Promise<void> => new Promise(setImmediate);

describe('work in parallel', () => {
  it('is yielded as it ends, at most so much of it in flight', async () => {
    const { begun, ends, next } = pieces(4);
    const results = inParallel(next, { most: 2 });
    const first = results.next();
    await settled();
    expect(begun).toEqual([0, 1]);
    ends[1]!.done();
    expect((await first).value).toBe(1);
    const second = results.next();
    await settled();
    expect(begun).toEqual([0, 1, 2]);
    ends[2]!.done();
    expect((await second).value).toBe(2);
  });

  it('begins the next piece before a result is taken only if it may go ahead', async () => {
    for (const ahead of [false, true]) {
      const { begun, ends, next } = pieces(3);
      const first = inParallel(next, { most: 1, ahead }).next();
      await settled();
      ends[0]!.done();
      await first;
      expect(begun).toEqual(ahead ? [0, 1] : [0]);
    }
  });

  it('begins nothing after a failure, and yields what was in flight before it throws', async () => {
    const { begun, ends, next } = pieces(9);
    const told: unknown[] = [];
    const results = inParallel(next, { most: 3, failed: (error) => told.push(error) });
    const first = results.next();
    await settled();
    const error = new Error('no money');
    ends[1]!.fail(error);
    await settled();
    expect(told).toEqual([error]);
    ends[0]!.done();
    ends[2]!.fail(new Error('another'));
    expect((await first).value).toBe(0);
    await expect(results.next()).rejects.toBe(error);
    expect(begun).toEqual([0, 1, 2]);
  });
});
