import { expect, it } from 'vitest';
import { columnsOf } from './columns.js';

/** Bins of 0.02 from 0 to 1. */
const edges = Array.from({ length: 51 }, (_, i) => i / 50);
const counts = edges.slice(1).map((_, i) => i);

it('narrow bins stay where the axis is short', () => {
  expect(columnsOf({ edges, counts }, 0.2)).toEqual({ edges, counts });
});

it('bins are joined where the axis is long, and none is lost', () => {
  const { edges: wide, counts: joined } = columnsOf({ edges, counts }, 1);
  expect(wide).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
  expect(joined.reduce((sum, count) => sum + count)).toBe(counts.reduce((sum, count) => sum + count));
  expect(joined[0]).toBe(0 + 1 + 2 + 3 + 4);
});

it('a last column may be narrower', () => {
  expect(columnsOf({ edges: [0, 1, 2, 3], counts: [1, 2, 4] }, 30)).toEqual({
    edges: [0, 2, 3],
    counts: [3, 4],
  });
});
