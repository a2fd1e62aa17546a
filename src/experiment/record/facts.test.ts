import { describe, expect, it } from 'vitest';
import { factParts, factsOf } from './facts.js';

describe('facts', () => {
  it('are read with their types', () => {
    const facts = factsOf({
      embedder: { name: 'bge', tokens: 12, usd: 0.5 },
      storedCandidates: { config: 'hybrid', safeguards: { q1: 'd1' } },
      documentVectors: 'all zero',
      indexBytes: 7,
    });
    expect(facts.embedder).toMatchObject({ tokens: 12, usd: 0.5 });
    expect(facts.storedCandidates?.safeguards).toEqual({ q1: 'd1' });
    expect(facts.documentVectors).toBe('all zero');
    expect(facts.indexBytes).toBe(7);
  });

  it('of another type than ours count as not said, and others beside them are read', () => {
    const facts = factsOf({ embedder: 'mine', reranking: { calls: 'many', usd: 2 }, indexBytes: null });
    expect([facts.embedder, facts.indexBytes, facts.fused]).toEqual([undefined, undefined, undefined]);
    expect(facts.reranking).toMatchObject({ calls: undefined, usd: 2 });
  });

  it('keep ids that are names of properties', () => {
    const safeguards = JSON.parse('{"__proto__": "d1", "constructor": "d2"}');
    const read = factsOf({ storedCandidates: { safeguards } }).storedCandidates?.safeguards ?? {};
    expect(Object.entries(read)).toEqual([
      ['__proto__', 'd1'],
      ['constructor', 'd2'],
    ]);
  });

  it('say what other systems spent on stages that are shared', () => {
    const { reused } = factsOf({
      'reused bm25': { open: 1, search: 2 },
      'reused x': 'y',
      writing: { calls: 1 },
    });
    expect(reused).toEqual([{ open: 1, search: 2 }]);
  });

  it('have parts: those of a system, and of all that it fuses', () => {
    const inner = { facts: { indexBytes: 3 } };
    const parts = factParts({ indexBytes: 1, fused: [{ facts: { indexBytes: 2, fused: [inner] } }] });
    expect(parts.map(({ indexBytes }) => indexBytes)).toEqual([1, 2, 3]);
  });
});
