import { describe, expect, it } from 'vitest';
import type { Result } from '../record/index.js';
import { publishedRows } from '../results/index.js';
import { compareWithPublished, publishedDepth } from './reproduce.js';

const resultWith = (scores: Record<string, number>): Result =>
  ({ record: { task: { name: 'Biology' }, spec: {}, scores }, queries: [] }) as unknown as Result;

describe('comparing with what was published', () => {
  const rows = publishedRows('bm25');

  it('is two-sided, measure by measure and source by source', () => {
    const compared = compareWithPublished(
      resultWith({ 'nDCG@10': 0.191881, MRR: 0.5, 'P@10': 0.01, unheard: 1 }),
      { rows },
    );
    expect(compared.map(({ source, measure, verdict }) => [source, measure, verdict])).toEqual([
      ['r2med-repo', 'nDCG@10', 'same'],
      ['r2med-repo', 'P@10', 'lower'],
      ['r2med-repo', 'MRR', 'higher'],
      ['r2med-site', 'nDCG@10', 'same'],
    ]);
  });

  it('needs as many hits as the deepest published measure', () => {
    expect(publishedDepth(rows)).toBe(100);
    expect(publishedDepth(publishedRows('bm25-mteb'))).toBe(1000);
  });
});
