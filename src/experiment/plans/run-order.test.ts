import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseStages } from '../../search/pipeline/index.js';
import { runOrder } from './run-order.js';

const order = (...systems: string[]) =>
  runOrder(systems.map((system) => ({ system, stages: parseStages(system), name: system }))).map(
    ({ system }) => system,
  );

describe('the order of runs', () => {
  it('keeps systems of one first stage together, shorter ones first', () => {
    expect(order('nv', 'bge > mono(10)', 'nv > mono(5)', 'bge', 'bge > mono(100)')).toEqual([
      'bge',
      'bge > mono(10)',
      'bge > mono(100)',
      'nv',
      'nv > mono(5)',
    ]);
  });

  it('puts a fusion where its sources are still open', () => {
    expect(order('nv', 'bm25', 'rrf(bge, bm25)', 'bge', 'rrf(bge, bm25) > mono(10)', 'e5')).toEqual([
      'bge',
      'rrf(bge, bm25)',
      'rrf(bge, bm25) > mono(10)',
      'bm25',
      'e5',
      'nv',
    ]);
  });

  it('keeps every run once', () => {
    const system = fc.constantFrom(
      'bm25',
      'bge',
      'bge > a(1)',
      'rrf(bm25, bge)',
      'rrf(bge, e5) > a(1)',
      'h(g) > e5',
    );
    fc.assert(
      fc.property(fc.array(system), (systems) => {
        expect([...order(...systems)].sort()).toEqual([...systems].sort());
      }),
    );
  });
});
