import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shuffled } from './random.js';

it('a shuffle keeps the items and is decided by its seed', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.nat(), (items, seed) => {
      const mixed = shuffled(items, seed);
      expect([...mixed].sort()).toEqual([...items].sort());
      expect(shuffled(items, seed)).toEqual(mixed);
    }),
  );
});

it('every place is as likely as any other', () => {
  const counts = new Array<number>(5).fill(0);
  for (let seed = 0; seed < 5000; seed++) counts[shuffled([0, 1, 2, 3, 4], seed).indexOf(0)]! += 1;
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
});
