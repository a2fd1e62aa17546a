import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differences } from './differences.js';
import type { Json } from './json.js';

describe('differences', () => {
  it('are named by their path, members of lists from 1', () => {
    const earlier = [{ stage: 'writing' }, { retriever: { k1: 0.9, b: 0.4 } }];
    const now = [{ stage: 'writing', searches: 'each' }, { retriever: { k1: 1.2, b: 0.4 } }];
    expect(differences(earlier, now)).toEqual([
      { name: '1.searches', earlier: 'none', now: '"each"' },
      { name: '2.retriever.k1', earlier: '0.9', now: '1.2' },
    ]);
  });

  it('take a list of plain values as one value', () => {
    expect(differences({ stop: ['a', 'b'] }, { stop: ['a'] })).toEqual([
      { name: 'stop', earlier: '["a","b"]', now: '["a"]' },
    ]);
  });

  it('are none where a field is merely undefined', () => {
    expect(differences({ a: 1 }, { a: 1, b: undefined } as unknown as Json)).toEqual([]);
  });

  it('are none between a value and itself, whatever the order of its fields', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const again = JSON.parse(JSON.stringify(value), (_, item) =>
          item && typeof item === 'object' && !Array.isArray(item)
            ? Object.fromEntries(Object.entries(item).reverse())
            : item,
        );
        expect(differences(value as Json, again)).toEqual([]);
      }),
    );
  });
});
