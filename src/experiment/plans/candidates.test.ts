import { describe, expect, it } from 'vitest';
import { checkSystem } from '../systems/index.js';
import { candidatesOf } from './candidates.js';

const systems = (text: string, trials = 5, seed = 1): readonly string[] =>
  candidatesOf(text, trials, seed).candidates.map(({ system }) => system);

describe('systems that tuning tries', () => {
  it('are every choice of a route, and thresholds of a gate besides the first system alone', () => {
    expect(systems('route(bm25, lsa, qa=?, case=?)', 25)).toEqual([
      'route(bm25, lsa)',
      'route(bm25, lsa, case=2)',
      'route(bm25, lsa, qa=2)',
      'route(bm25, lsa, qa=2, case=2)',
    ]);
    expect(systems('gate(bm25, lsa, agreement=?)', 3)).toEqual([
      'gate(bm25, lsa)',
      'gate(bm25, lsa, agreement=0)',
      'gate(bm25, lsa, agreement=0.5)',
      'gate(bm25, lsa, agreement=1)',
    ]);
  });

  it('begin with the untuned one and take steps of equal size for one number', () => {
    expect(systems('bm25(b=?)')).toEqual([
      'bm25',
      'bm25(b=0)',
      'bm25(b=0.25)',
      'bm25(b=0.5)',
      'bm25(b=0.75)',
      'bm25(b=1)',
    ]);
    expect(systems('bm25(k1=0.6..2)', 3)).toEqual(['bm25', 'bm25(k1=0.6)', 'bm25(k1=1.3)', 'bm25(k1=2)']);
  });

  it('leave the untuned one out where its value is not within the range', () => {
    const { untuned, candidates } = candidatesOf('bm25(k1=1..2)', 2, 1);
    expect(untuned.system).toBe('bm25');
    expect(candidates.map(({ system }) => system)).toEqual(['bm25(k1=1)', 'bm25(k1=2)']);
  });

  it('list what can be listed, and count whole numbers by ratio', () => {
    expect(systems('weighted(bm25, lsa, normalise=?)', 9)).toEqual([
      'weighted(bm25, lsa)',
      'weighted(bm25, lsa, normalise=z)',
      'weighted(bm25, lsa, normalise=rank)',
      'weighted(bm25, lsa, normalise=none)',
    ]);
    expect(systems('rrf(bm25, lsa, depth=?)', 3)).toEqual([
      'rrf(bm25, lsa)',
      'rrf(bm25, lsa, depth=10)',
      'rrf(bm25, lsa, depth=100)',
      'rrf(bm25, lsa, depth=1000)',
    ]);
  });

  it('weigh fused systems in proportions that sum to one', () => {
    expect(systems('weighted(bm25, lsa, weights=?)', 3)).toEqual([
      'weighted(bm25, lsa)',
      'weighted(bm25, lsa, weights=0+1)',
      'weighted(bm25, lsa, weights=0.5+0.5)',
      'weighted(bm25, lsa, weights=1+0)',
    ]);
    for (const system of systems('weighted(bm25, lsa, bm25-mteb, weights=?)', 20).slice(1)) {
      const weights = /weights=(.*)\)/.exec(system)![1]!.split('+').map(Number);
      expect(weights).toHaveLength(3);
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
    }
  });

  it('fill depths, stages before a retriever and systems within a fusion', () => {
    expect(systems('bm25 > bge-reranker(?)', 2)).toEqual([
      'bm25 > bge-reranker',
      'bm25 > bge-reranker(10)',
      'bm25 > bge-reranker(100)',
    ]);
    expect(systems('bm25 > listwise(gpt4, 20..40, window=10)', 2)).toContain(
      'bm25 > listwise(gpt4, 40, window=10)',
    );
    expect(systems('rrf(rm3(fbTerms=?) > bm25(k1=?), lsa)', 4)[0]).toBe('rrf(rm3 > bm25, lsa)');
    expect(systems('bm25 > top(5..9)', 2)).toEqual(['bm25 > top(9)', 'bm25 > top(5)']);
  });

  it('are other ones for another seed, spread evenly, and each is a system', () => {
    const tried = systems('bm25(k1=?, b=?)', 64);
    expect(tried).toEqual(systems('bm25(k1=?, b=?)', 64));
    expect(tried).not.toEqual(systems('bm25(k1=?, b=?)', 64, 2));
    for (const system of tried) expect(() => checkSystem(system)).not.toThrow();
    const low = tried.filter((system) => Number(/b=([\d.]+)/.exec(system)?.[1] ?? 0) < 0.5).length;
    expect(low).toBeGreaterThan(28);
    expect(low).toBeLessThan(36);
  });

  it.each([
    ['bm25', 'bm25: nothing to tune'],
    ['bm25(k2=?)', 'unknown setting of bm25 "k2"'],
    ['bm25(k1=2..1)', 'k1=2..1; expected a range, the smaller number first'],
    ['bm25(b=0..3)', 'b=0..3; expected a range'],
    ['hyde(?) > bm25', '? in hyde(?); expected an open setting by its name'],
    ['hyde(gpt4, samples=?) > bm25', 'samples=?; expected a range: this setting declares none'],
    ['bm25 > top(?)', 'top(?); expected a range'],
    ['bm25 > bge-reranker(10..2)', 'expected whole numbers from 1, the smaller first'],
  ])('are refused for %s', (text, message) => {
    expect(() => candidatesOf(text, 5, 1)).toThrow(message);
  });

  it.each([
    ['bm25(k1=?)', 'k1=? in bm25(k1=?)'],
    ['rrf(bm25(b=0..1), lsa)', 'b=0..1 in bm25(b=0..1)'],
    ['bm25 > bge-reranker(?)', '? in bge-reranker(?)'],
  ])('are made of a text that no run takes: %s', (text, message) => {
    expect(() => checkSystem(text)).toThrow(message);
    expect(() => checkSystem(text)).toThrow('r2med tune --system');
  });
});
