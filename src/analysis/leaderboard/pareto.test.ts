import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { result } from '../../../test/support/made-result.js';
import { costFront, paretoFront, tabulate } from './index.js';
import { systemCost } from './system-cost.js';

interface Point {
  readonly quality: number;
  readonly cost: number;
  readonly bytes: number;
}
const aims = {
  maximise: [({ quality }: Point) => quality],
  minimise: [({ cost }: Point) => cost, ({ bytes }: Point) => bytes],
};
const points: fc.Arbitrary<Point[]> = fc.array(
  fc.record({ quality: fc.nat(6), cost: fc.nat(6), bytes: fc.nat(6) }),
  { maxLength: 25 },
);
const beats = (one: Point, other: Point): boolean =>
  one.quality >= other.quality &&
  one.cost <= other.cost &&
  one.bytes <= other.bytes &&
  (one.quality > other.quality || one.cost < other.cost || one.bytes < other.bytes);

describe('the Pareto front', () => {
  it('holds no point that another beats, and every other is beaten by one on it', () => {
    fc.assert(
      fc.property(points, (all) => {
        const front = new Set(paretoFront(all, aims));
        for (const point of all)
          if (front.has(point)) expect(all.some((other) => beats(other, point))).toBe(false);
          else expect([...front].some((other) => beats(other, point))).toBe(true);
      }),
    );
  });

  it('keeps the order, and both of two equal points', () => {
    const all = [
      { quality: 1, cost: 1, bytes: 1 },
      { quality: 0, cost: 2, bytes: 1 },
      { quality: 2, cost: 3, bytes: 1 },
      { quality: 1, cost: 1, bytes: 1 },
    ];
    expect(paretoFront(all, aims)).toEqual([all[0], all[2], all[3]]);
    expect(paretoFront([], aims)).toEqual([]);
  });
});

const costing = (
  system: string,
  score: number,
  {
    search = 1,
    usd = 0,
    tokensIn = 0,
    tokensOut = 0,
    facts = {} as Record<string, number | Record<string, number>>,
  },
) => {
  const { record, queries } = result(system, 'A', [score, score]);
  return {
    queries,
    record: {
      ...record,
      facts,
      cost: { tokensIn, tokensOut, usd },
      timings: { open: 3, search, evaluate: 0 },
    },
  };
};

describe('what systems cost', () => {
  it('is summed over tasks; seconds are per query', () => {
    const one = costing('s', 0.5, { search: 4, usd: 0.5, tokensIn: 10, facts: { indexBytes: 100 } });
    expect(systemCost([one, one])).toEqual({
      secondsPerQuery: 2,
      openSeconds: 6,
      tokensIn: 20,
      tokensOut: 0,
      usd: 1,
      indexBytes: 200,
    });
  });

  it('knows the bytes of vectors, and does not guess where a record does not say', () => {
    const bytesOf = (facts: Record<string, number>) => systemCost([costing('s', 0, { facts })]).indexBytes;
    expect(bytesOf({ bytesPerVector: 1024, distinctTexts: 30 })).toBe(30_720);
    expect(bytesOf({ bytesPerDocument: 10.5, distinctTexts: 3 })).toBe(32);
    expect(bytesOf({})).toBeUndefined();
    const known = costing('s', 0, { facts: { indexBytes: 1 } });
    expect(systemCost([known, costing('s', 0, {})])).not.toHaveProperty('indexBytes');
  });

  it('counts the seconds that stored texts took, and knows none where they do not say', () => {
    const secondsOf = (writing: Record<string, number>) =>
      systemCost([costing('s', 0, { search: 1, facts: { writing } })]).secondsPerQuery;
    expect(secondsOf({ written: 2, seconds: 6 })! - secondsOf({ calls: 2 })!).toBe(3);
    expect(secondsOf({ written: 2 })).toBeUndefined();
  });

  it('makes the front with the mean: a dear system stays only if it is better', () => {
    const { rows } = tabulate(
      [
        costing('cheap', 0.3, { facts: { indexBytes: 10 } }),
        costing('dear-and-better', 0.6, { usd: 2, tokensIn: 900, facts: { indexBytes: 10 } }),
        costing('dear-and-worse', 0.2, { usd: 2, facts: { indexBytes: 10 } }),
        costing('slow-and-equal', 0.3, { search: 9, facts: { indexBytes: 10 } }),
        costing('unknown-bytes', 0.25, { search: 0.5 }),
      ],
      { measure: 'nDCG@10' },
    );
    const names = (front: readonly { readonly system: string }[]) => front.map(({ system }) => system).sort();
    expect(names(costFront(rows))).toEqual(['cheap', 'dear-and-better', 'unknown-bytes']);
    expect(names(costFront(rows, ['usd']))).toEqual(['cheap', 'dear-and-better', 'slow-and-equal']);
    expect(names(costFront(rows, ['bytes']))).toEqual(['dear-and-better']);
  });

  it('leaves out systems that were not run on every task of the mean', () => {
    const { rows } = tabulate(
      [result('half', 'A', [1]), result('whole', 'A', [0]), result('whole', 'B', [0])],
      { measure: 'nDCG@10', meanOf: ['A', 'B'] },
    );
    expect(costFront(rows).map(({ system }) => system)).toEqual(['whole']);
  });
});
