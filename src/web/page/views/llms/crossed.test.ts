import { describe, expect, it } from 'vitest';
import { keyOf, type LeaderboardRow } from '../../../page-data/index.js';
import { crossedOf, crossedRow, PLAIN } from './crossed.js';

const row = (name: string, mean: number | undefined, more: Partial<LeaderboardRow> = {}): LeaderboardRow => ({
  key: keyOf(name),
  name,
  source: { name: 'own', title: 'Your records', group: 'own' },
  kind: 'retriever',
  caveats: [],
  marks: [],
  families: {},
  scores: {},
  intervals: {},
  incomplete: {},
  usesGeneratedText: false,
  ...(mean !== undefined && { mean }),
  ...more,
});
const hyde = (llm: string) => ({ usesGeneratedText: true, method: 'hyde', llm });
const published = { name: 'repo', title: 'Repository', group: 'r2med' as const };

describe('a row as what writes and what searches', () => {
  it('is parted at the first stage, with the reranker on the side of the search', () => {
    expect(crossedRow(row('hyde(gpt4) > bm25 > monot5', 0.5, hyde('gpt4')))).toMatchObject({
      writer: 'hyde(gpt4)',
      searcher: 'bm25 > monot5',
    });
    expect(crossedRow(row('bm25', 0.5))).toMatchObject({ writer: PLAIN, searcher: 'bm25' });
    const printed = { source: published, retriever: 'BM25', reranker: 'MonoT5', ...hyde('gpt4') };
    expect(crossedRow(row('x', 0.5, printed))).toMatchObject({
      writer: 'hyde(gpt4)',
      searcher: 'BM25 > MonoT5',
    });
  });

  it('is no pair where a part of a fusion alone is written for, or nothing is said', () => {
    expect(crossedRow(row('rrf(hyde(gpt4) > bm25, lsa)', 0.5, hyde('gpt4')))).toBeUndefined();
    expect(crossedRow(row('x', 0.5, { source: published }))).toBeUndefined();
  });
});

describe('writers × searchers', () => {
  const rows = [
    row('bm25', 0.2),
    row('lsa', 0.9),
    row('hyde(gpt4) > bm25', 0.4, hyde('gpt4')),
    row('hyde(qwen) > bm25', 0.5, hyde('qwen')),
    row('hyde(qwen) > bge', 0.3, hyde('qwen')),
    row('query2doc(qwen) > bge', 0.6, { usesGeneratedText: true, method: 'query2doc', llm: 'qwen' }),
    row('hyde(partial) > bm25', undefined, hyde('partial')),
    row('printed', 0.7, { source: published, retriever: 'BM25', ...hyde('gpt4') }),
  ];

  it('have what writes nothing first, and leave out searches that nothing is written for', () => {
    const { writers, searchers, of } = crossedOf(rows, { source: 'own', method: '' });
    expect(writers).toEqual([PLAIN, 'query2doc(qwen)', 'hyde(qwen)', 'hyde(gpt4)']);
    expect(searchers).toEqual(['bge', 'bm25']);
    expect(of('hyde(qwen)', 'bm25').map(({ mean }) => mean)).toEqual([0.5]);
    expect(of('hyde(gpt4)', 'bge')).toEqual([]);
  });

  it('are of one source and, where it is chosen, of one method', () => {
    expect(crossedOf(rows, { source: 'r2med', method: '' }).searchers).toEqual(['BM25']);
    expect(crossedOf(rows, { source: 'own', method: 'query2doc' }).writers).toEqual(['query2doc(qwen)']);
  });
});
