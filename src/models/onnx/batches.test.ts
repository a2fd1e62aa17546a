import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchesOf, windows } from './batches.js';

describe('windows', () => {
  it('goes from the longest text to the shortest, equally long ones in their order', () => {
    expect(windows([1, 3, 1, 2])).toEqual([[1, 3, 0, 2]]);
  });

  it('holds every place once', () => {
    const lengths = Array.from({ length: 5000 }, (_, i) => (i * 7) % 13);
    const parts = windows(lengths);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.flat().sort((a, b) => a - b)).toEqual([...lengths.keys()]);
  });

  it('is empty for no texts', () => {
    expect(windows([])).toEqual([]);
  });
});

describe('batchesOf', () => {
  const self = (length: number): number => length;

  it('stays within the budget, padding included, but for an item that alone is longer', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 60 })),
        fc.integer({ min: 1, max: 200 }),
        (items, budget) => {
          const batches = batchesOf(items, self, budget);
          for (const batch of batches) {
            expect(batch.length).toBeGreaterThan(0);
            if (batch.length > 1) expect(batch.length * Math.max(...batch)).toBeLessThanOrEqual(budget);
          }
          const sorted = (list: readonly number[]) => [...list].sort((a, b) => a - b);
          expect(sorted(batches.flat())).toEqual(sorted(items));
        },
      ),
    );
  });

  it('puts neighbours in length together', () => {
    expect(batchesOf([1, 9, 2, 8], self, 18)).toEqual([
      [9, 8],
      [2, 1],
    ]);
  });

  it('works one by one with a budget of 1', () => {
    expect(batchesOf([3, 1, 2], self, 1)).toEqual([[3], [2], [1]]);
  });
});
