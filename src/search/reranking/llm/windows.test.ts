import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numbered } from '../../../../test/support/reranking.js';
import { slide, windowsOf } from './windows.js';

const spans = (count: number, window: number, step: number): string =>
  windowsOf(count, window, step)
    .map(({ start, end }) => `${start}-${end}`)
    .join(' ');

describe('windows', () => {
  it.each([
    [100, 20, 10, '80-100 70-90 60-80 50-70 40-60 30-50 20-40 10-30 0-20'],
    [20, 20, 10, '0-20'],
    [30, 20, 10, '10-30 0-20'],
    [10, 20, 10, '0-10'],
    [2, 20, 10, '0-2'],
    [40, 20, 20, '20-40 0-20'],
    // RankGPT's loop would end at 5-25 and never show the first five.
    [95, 20, 10, '75-95 65-85 55-75 45-65 35-55 25-45 15-35 5-25 0-15'],
    [21, 20, 10, '1-21 0-11'],
    [1, 20, 10, ''],
    [0, 20, 10, ''],
  ])('over %i documents, %i at once in steps of %i: %s', (count, window, step, expected) => {
    expect(spans(count, window, step)).toBe(expected);
  });

  it('show every document, and end with the first one, whatever the sizes', () => {
    const sizes = fc.tuple(fc.integer({ min: 2, max: 150 }), fc.integer({ min: 2, max: 30 }), fc.nat(29));
    fc.assert(
      fc.property(sizes, ([count, window, less]) => {
        const windows = windowsOf(count, window, Math.max(1, window - less));
        expect(windows[0]!.end).toBe(count);
        expect(windows.at(-1)!.start).toBe(0);
        for (const [i, { start, end }] of windows.entries()) {
          expect(end - start).toBeLessThanOrEqual(window);
          if (i > 0) expect(end).toBeGreaterThanOrEqual(windows[i - 1]!.start);
        }
      }),
    );
  });
});

describe('sliding', () => {
  const { documents } = numbered(30);
  const sliding = { window: 20, step: 10, passes: 1 };
  const places = (list: Awaited<ReturnType<typeof slide>>) =>
    list?.map(({ docId }) => Number(docId.slice(3)));

  it('carries the best of the end to the top', async () => {
    const ordered = await slide(documents, sliding, async (shown) => shown.map((_, i) => i).reverse());
    // 10–29 turned round, then the first 20 of that: 29 … 20 are at the end of the second window, and come to the top.
    expect(places(ordered)!.slice(0, 10)).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
  });

  it('goes on from what the pass before left', async () => {
    const seen: string[] = [];
    await slide(documents, { ...sliding, passes: 2 }, async (shown, pass) => {
      seen.push(`${pass}: ${shown[0]!.docId}`);
      return shown.map((_, i) => i).reverse();
    });
    expect(seen).toEqual(['0: id-10', '0: id-0', '1: id-9', '1: id-20']);
  });

  it('keeps the order of a window without an answer, and of a list without any', async () => {
    const second = await slide(documents, sliding, async (shown) =>
      shown[0]!.docId === 'id-0' ? undefined : [19, ...shown.keys()].slice(0, 20),
    );
    expect(places(second)).toEqual([
      ...Array.from({ length: 10 }, (_, i) => i),
      29,
      ...Array.from({ length: 19 }, (_, i) => 10 + i),
    ]);
    expect(await slide(documents, sliding, async () => undefined)).toBeUndefined();
  });

  it('asks nothing about one document or none', async () => {
    const never = async () => expect.unreachable();
    expect(await slide(documents.slice(0, 1), sliding, never)).toEqual(documents.slice(0, 1));
    expect(await slide([], sliding, never)).toEqual([]);
  });
});
