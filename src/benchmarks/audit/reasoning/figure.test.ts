import { describe, expect, it } from 'vitest';
import { figureOf, gainsOf, histogramOf, type Value } from './figure.js';
import { highest } from './material.js';

const TEXT = { name: 'overlap', title: 'overlap', definition: 'shared / all', unit: 'share' } as const;

const value = (query: string, number: number, document?: string): Value => ({
  query,
  value: number,
  ...(document !== undefined && { document }),
});

/** The bins that hold one value, where no bin holds more. */
const filled = (counts: readonly number[]): readonly number[] =>
  counts.flatMap((count, bin) => (count === 1 ? [bin] : []));

describe('figureOf', () => {
  it('counts each query once, with the mean of its values', () => {
    const found = figureOf({ ...TEXT, values: [value('a', 0.2), value('b', 0.9), value('a', 0.6)] }, 1)!;
    expect(found).toMatchObject({ queries: 2, mean: 0.65, ...TEXT });
    expect(found.quartiles).toEqual([0.525, 0.65, 0.775].map((each) => expect.closeTo(each, 12)));
    expect(filled(found.histogram.counts)).toEqual([20, 45]);
  });

  it('shows the lowest, the highest and some pairs between, in a stable order', () => {
    const values = [5, 3, 1, 4, 2].map((n) => value('q', n / 10, `d${n}`));
    const documents = (given: readonly Value[]) =>
      figureOf({ ...TEXT, values: given }, 1)!.examples.map((pair) => pair.document);
    expect(documents(values)).toEqual(['d1', 'd2', 'd3', 'd4', 'd5']);
    expect(documents([...values].reverse())).toEqual(['d1', 'd2', 'd3', 'd4', 'd5']);
    expect(documents(values.slice(0, 2))).toEqual(['d3', 'd5']);
    expect(documents([value('q', 1, 'z'), value('q', 1, 'a')])).toEqual(['a', 'z']);
  });

  it('asks what pairs share for examples alone', () => {
    let asked = 0;
    const values = Array.from({ length: 100 }, (_, i) => ({
      ...value(`q${i}`, i / 100),
      shared: () => {
        asked++;
        return ['toe'];
      },
    }));
    expect(figureOf({ ...TEXT, values }, 1)!.examples[0]).toEqual({ query: 'q0', value: 0, shared: ['toe'] });
    expect(asked).toBe(5);
  });

  it('is nothing of nothing', () => {
    expect(figureOf({ ...TEXT, values: [] }, 1)).toBeUndefined();
  });
});

describe('gainsOf', () => {
  it('pairs queries that have both', () => {
    const before = [value('a', 1), value('a', 3), value('b', 5)];
    expect(gainsOf(before, [value('c', 9), value('a', 7)])).toEqual([{ query: 'a', value: 5 }]);
  });
});

describe('histogramOf', () => {
  const of = (values: readonly number[], unit: Parameters<typeof histogramOf>[1]) =>
    histogramOf(Float64Array.from(values), unit);

  it('has powers of ten for ranks', () => {
    expect(of([1, 9.5, 10, 99, 1234], 'rank')).toEqual({
      edges: [1, 10, 100, 1000, 10_000],
      counts: [2, 2, 0, 1],
    });
  });

  it('puts the highest value into the last bin', () => {
    expect(filled(of([0, 1], 'share').counts)).toEqual([0, 49]);
    expect(of([2, 4], 'score').counts).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  });

  it('has one bin for values that are all equal, unless they are shares', () => {
    expect(of([3, 3], 'count')).toEqual({ edges: [2.5, 3.5], counts: [2] });
  });
});

describe('highest', () => {
  it('gives the places of the highest numbers that count, the earlier one of equal ones first', () => {
    expect(highest([1, 5, 3, 5, 4], 3, () => true)).toEqual([1, 3, 4]);
    expect(highest([1, 5, 3, 5, 4], 2, (place) => place !== 1)).toEqual([3, 4]);
    expect(highest([1], 3, () => true)).toEqual([0]);
  });
});
