import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quartiles } from './quartiles.js';

const parts = (values: readonly number[]) =>
  quartiles(
    values,
    (value) => value,
    (low, high) => `${low}–${high}`,
  );

it('parts numbers into quarters and names their ends', () => {
  expect(parts([8, 1, 7, 2, 6, 3, 5, 4])).toEqual([
    { name: '1–2', items: [1, 2] },
    { name: '3–4', items: [3, 4] },
    { name: '5–6', items: [6, 5] },
    { name: '7–8', items: [8, 7] },
  ]);
});

it('makes fewer groups where most numbers are equal', () => {
  expect(parts([3, 3, 3, 3, 3]).map(({ name }) => name)).toEqual(['3–3']);
  expect(parts([1, 1, 1, 9]).map(({ items }) => items)).toEqual([[1, 1, 1], [9]]);
});

it('holds every item once, equal ones together, groups in order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1 }), (values) => {
      const groups = parts(values);
      expect(groups.flatMap(({ items }) => items).sort()).toEqual([...values].sort());
      expect(groups.length).toBeLessThanOrEqual(4);
      for (let i = 1; i < groups.length; i++)
        expect(Math.min(...groups[i]!.items)).toBeGreaterThan(Math.max(...groups[i - 1]!.items));
    }),
  );
});

it('of nothing is nothing', () => {
  expect(parts([])).toEqual([]);
});
