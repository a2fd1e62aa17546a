import { describe, expect, it } from 'vitest';
import { publishedRows, publishedSources, verdict } from './published.js';

const TASKS = 8;

describe('published scores', () => {
  it('hold every system of every source on all eight tasks', () => {
    const counts = publishedSources().map(({ source, systems }) => [source, systems.length]);
    expect(counts).toEqual([
      ['mteb', 26],
      ['r2med-repo', 78],
      ['r2med-site', 67],
    ]);
    for (const { systems } of publishedSources())
      for (const { scores } of systems) expect(Object.keys(scores)).toHaveLength(TASKS);
  });

  it("give the reference's BM25 mean of 15.12 and MTEB's of 13.46", () => {
    const mean = (system: string, source: string): number => {
      const { row } = publishedRows(system).find((each) => each.source === source)!;
      const values = Object.values(row.scores).map((scores) => scores['nDCG@10']!);
      return (100 * values.reduce((sum, value) => sum + value, 0)) / values.length;
    };
    expect(mean('bm25', 'r2med-repo')).toBeCloseTo(15.12, 1);
    expect(mean('bm25-mteb', 'mteb')).toBeCloseTo(13.46, 2);
    expect(mean('hyde-gpt4.bm25', 'r2med-repo')).toBeCloseTo(37.7, 1);
  });

  it('of suite nano are the lists of NanoR2MED on all eight tasks, apart from those of r2med', () => {
    const [hakari, ...others] = publishedSources('nano');
    expect(others).toEqual([]);
    expect(hakari!.systems.map(({ system }) => system)).toEqual([
      'stored:bm25',
      'stored:dense',
      'stored:reranking_hybrid',
    ]);
    for (const { scores } of hakari!.systems) expect(Object.keys(scores)).toHaveLength(TASKS);
    expect(publishedRows('stored:bm25')).toEqual([]);
    const [bm25] = publishedRows('stored:bm25', publishedSources('nano'));
    expect(bm25!.row.scores.Biology).toEqual({
      'nDCG@10': 0.3454997187,
      'Hit@10': 0.5922330097,
      'MicroRecall@100': 0.6818181818,
    });
    const { safeguards = {} } = hakari!.systems[2]!;
    expect(Object.values(safeguards).reduce((sum, count) => sum + count, 0)).toBe(122);
  });

  it('are named once per source', () => {
    for (const { systems } of publishedSources())
      expect(new Set(systems.map(({ system }) => system)).size).toBe(systems.length);
  });

  it('are on the scale from 0 to 1', () => {
    for (const { systems } of publishedSources())
      for (const { scores } of systems)
        for (const measures of Object.values(scores))
          for (const value of Object.values(measures)) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1);
          }
  });
});

describe('a verdict', () => {
  it.each([
    [0.19188, 0.191884, 'same'],
    [0.19188, 0.191876, 'same'],
    [0.19188, 0.19189, 'higher'],
    [0.19188, 0.19187, 'lower'],
  ] as const)('on %d published and %d here is "%s"', (published, ours, expected) => {
    expect(verdict(published, ours, 5)).toBe(expected);
  });

  it('asks for no more decimals than were published', () => {
    expect(verdict(0.1919, 0.19188, 4)).toBe('same');
  });
});
