import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { overlapOfTop, rankBiasedOverlap } from './list-agreement.js';

interface Case {
  readonly a: readonly string[];
  readonly b: readonly string[];
  readonly p: number;
  readonly rbo: number;
}

const { cases } = JSON.parse(
  readFileSync(new URL('../../../test/golden/rbo/cases.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly Case[] };

describe('rankBiasedOverlap', () => {
  it('is what the package rbo computes, for lists of any length', () => {
    expect(cases.length).toBeGreaterThan(100);
    for (const { a, b, p, rbo } of cases) expect(rankBiasedOverlap(a, b, p)).toBeCloseTo(rbo, 12);
  });

  it('is the same both ways, and two empty lists agree', () => {
    for (const { a, b, p } of cases)
      expect(rankBiasedOverlap(b, a, p)).toBeCloseTo(rankBiasedOverlap(a, b, p), 14);
    expect([rankBiasedOverlap([], []), rankBiasedOverlap(['d1'], []), rankBiasedOverlap([], ['d1'])]).toEqual(
      [1, 0, 0],
    );
  });
});

it('overlapOfTop looks at sets, and short lists are measured by the longer one', () => {
  expect(overlapOfTop(['a', 'b', 'c'], ['c', 'b', 'a'], 3)).toBe(1);
  expect(overlapOfTop(['a', 'b', 'c'], ['c', 'x', 'y'], 2)).toBe(0);
  expect(overlapOfTop(['a', 'b'], ['a', 'b', 'c', 'd'], 10)).toBe(0.5);
  expect([overlapOfTop([], [], 10), overlapOfTop(['a'], [], 10)]).toEqual([1, 0]);
});
