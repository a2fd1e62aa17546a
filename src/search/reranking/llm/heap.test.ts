import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Best, heapComparisons, heapTop } from './heap.js';

/** Picks the highest number, and counts. */
const highest = () => {
  const seen: (readonly number[])[] = [];
  const best: Best<number> = async (items) => {
    seen.push(items);
    return items.indexOf(Math.max(...items));
  };
  return { seen, best };
};

const distinct = fc.uniqueArray(fc.integer(), { maxLength: 120 });
const children = fc.integer({ min: 1, max: 6 });
const top = fc.integer({ min: 1, max: 15 });

/** Setwise's own loop, from the last parent to the first, one comparison after the other. */
const oneByOne = (
  items: readonly number[],
  children: number,
  top: number,
  pick: (of: readonly number[]) => number,
) => {
  const list = [...items];
  const sink = (size: number, at: number): void => {
    if (children * at + 1 >= size) return;
    const family = [at];
    for (let i = children * at + 1; i < Math.min(children * (at + 1) + 1, size); i++) family.push(i);
    const winner = family[pick(family.map((i) => list[i]!))]!;
    if (winner === at) return;
    [list[at], list[winner]] = [list[winner]!, list[at]!];
    sink(size, winner);
  };
  for (let at = Math.floor(list.length / children); at >= 0; at--) sink(list.length, at);
  let placed = 0;
  for (let last = list.length - 1; last > 0; last--) {
    [list[last], list[0]] = [list[0]!, list[last]!];
    placed += 1;
    if (placed === top) break;
    sink(last, 0);
  }
  return list.reverse().slice(0, top);
};

describe('a heap of sets', () => {
  it('puts the best in front and leaves the others as they stood', async () => {
    await fc.assert(
      fc.asyncProperty(distinct, children, top, async (items, children, top) => {
        const { best, seen } = highest();
        const placed = [...items].sort((a, b) => b - a).slice(0, top);
        const found = await heapTop(items, children, top, best);
        expect(found).toEqual([...placed, ...items.filter((item) => !placed.includes(item))]);
        const { least, most } = heapComparisons(items.length, children, top);
        expect(seen.length).toBeGreaterThanOrEqual(least);
        expect(seen.length).toBeLessThanOrEqual(most);
        for (const set of seen) expect(set.length).toBeLessThanOrEqual(children + 1);
      }),
    );
  });

  it('is the heap of the original, also for a judge that contradicts itself', async () => {
    await fc.assert(
      fc.asyncProperty(distinct, children, top, async (items, children, top) => {
        const pick = (of: readonly number[]): number =>
          Math.abs(of.reduce((a, b) => (a * 31 + b) | 0, 7)) % of.length;
        const found = await heapTop(items, children, top, async (of) => pick(of));
        expect(found.slice(0, top)).toEqual(oneByOne(items, children, top, pick));
      }),
    );
  });

  it('builds branches at the same time', async () => {
    let inFlight = 0;
    let busiest = 0;
    await heapTop([...Array(40).keys()], 3, 1, async (of) => {
      busiest = Math.max(busiest, ++inFlight);
      await Promise.resolve();
      inFlight -= 1;
      return of.length - 1;
    });
    expect(busiest).toBeGreaterThan(5);
  });

  it('compares as often as the sizes say', () => {
    // 100 documents in sets of 4: 33 parents; 9 more heaps after the first place, four levels deep.
    expect(heapComparisons(100, 3, 10)).toEqual({ least: 42, most: 85 });
    expect(heapComparisons(10, 3, 10)).toEqual({ least: 11, most: 17 });
    expect(heapComparisons(4, 3, 1)).toEqual({ least: 1, most: 1 });
    expect(heapComparisons(1, 3, 10)).toEqual({ least: 0, most: 0 });
    expect(heapComparisons(0, 3, 10)).toEqual({ least: 0, most: 0 });
  });
});
