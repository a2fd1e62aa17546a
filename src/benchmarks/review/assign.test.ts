import { describe, expect, it } from 'vitest';
import { assign } from './assign.js';
import type { ReviewAssignment } from './plan.js';

const ids = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `item-${i}`);

const loads = (rows: readonly ReviewAssignment[]): Readonly<Record<string, number>> => {
  const found: Record<string, number> = {};
  for (const name of rows.flatMap(({ reviewers }) => reviewers)) found[name] = (found[name] ?? 0) + 1;
  return found;
};

const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

const BASE = { items: ids(100), reviewers: ['a', 'b', 'c', 'd'], perItem: 2, shared: 10, seed: 1 };

describe('assignment', () => {
  it('gives each item to so many reviewers, the first ones to all, and everybody as many', () => {
    const rows = assign(BASE);
    expect(rows.map(({ item }) => item).sort()).toEqual([...BASE.items].sort());
    expect(rows.slice(0, 10).every(({ reviewers, shared }) => shared && reviewers.length === 4)).toBe(true);
    expect(rows.slice(10).every(({ reviewers, shared }) => !shared && new Set(reviewers).size === 2)).toBe(
      true,
    );
    expect(spread(Object.values(loads(rows)))).toBeLessThanOrEqual(1);
    const pairs = new Map<string, number>();
    for (const { reviewers } of rows.slice(10)) {
      const pair = [...reviewers].sort().join();
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
    expect(pairs.size).toBe(6);
    expect(spread([...pairs.values()])).toBeLessThanOrEqual(3);
  });

  it('is drawn by the seed, whatever the order of the items', () => {
    expect(assign({ ...BASE, items: BASE.items.toReversed() })).toEqual(assign(BASE));
    expect(assign({ ...BASE, seed: 2 })).not.toEqual(assign(BASE));
  });

  it('stays as it is when nothing changes', () => {
    const earlier = assign(BASE);
    expect(assign({ ...BASE, earlier })).toEqual(earlier);
  });

  it('puts new items last and leaves the others alone', () => {
    const earlier = assign(BASE);
    const rows = assign({ ...BASE, items: ids(120), earlier, hasAnswered: () => true });
    expect(rows.slice(0, 100)).toEqual(earlier);
    expect(rows.slice(100).every(({ reviewers, shared }) => !shared && reviewers.length === 2)).toBe(true);
    expect(spread(Object.values(loads(rows)))).toBeLessThanOrEqual(1);
  });

  it('a new reviewer takes over unanswered items from the end, and the shared ones', () => {
    const earlier = assign(BASE);
    const done = new Set(earlier.slice(0, 50).map(({ item }) => item));
    const hasAnswered = (item: string) => done.has(item);
    const rows = assign({ ...BASE, reviewers: [...BASE.reviewers, 'e'], earlier, hasAnswered });
    expect(rows.slice(0, 10).every(({ reviewers }) => reviewers.includes('e'))).toBe(true);
    expect(rows.slice(10, 50)).toEqual(earlier.slice(10, 50));
    expect(rows.slice(50).every(({ reviewers }) => new Set(reviewers).size === 2)).toBe(true);
    expect(spread(Object.values(loads(rows)))).toBeLessThanOrEqual(1);
  });

  it('what somebody who left did not answer goes to others; what they answered stays', () => {
    const earlier = assign(BASE);
    const mine = earlier.filter(({ reviewers, shared }) => !shared && reviewers.includes('a'));
    const answered = new Set(mine.slice(0, 5).map(({ item }) => item));
    const hasAnswered = (item: string, name: string) => name === 'a' && answered.has(item);
    const rows = assign({ ...BASE, reviewers: ['b', 'c', 'd'], earlier, hasAnswered });
    expect(rows.filter(({ reviewers }) => reviewers.includes('a')).map(({ item }) => item)).toEqual([
      ...answered,
    ]);
    expect(rows.filter(({ shared }) => !shared).every(({ reviewers }) => reviewers.length === 2)).toBe(true);
  });

  it('adds nobody to an item that was adjudicated', () => {
    const earlier = assign(BASE);
    const rows = assign({ ...BASE, reviewers: [...BASE.reviewers, 'e'], earlier, isSettled: () => true });
    expect(rows).toEqual(earlier);
  });

  it('leaves out items that are gone', () => {
    const earlier = assign(BASE);
    expect(assign({ ...BASE, items: ids(50), earlier })).toHaveLength(50);
  });
});
