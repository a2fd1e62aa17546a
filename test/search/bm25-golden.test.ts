import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { byRank, corpusOf, docId, type Hit, queryId, type Retriever } from '../../src/core/index.js';
import { bm25, bm25Hakari, bm25Lucene, bm25Mteb } from '../../src/search/retrieval/bm25/index.js';
import { testTools } from '../support/tools.js';

const lines = <Line>(path: string): Line[] =>
  readFileSync(new URL(`../golden/${path}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

const documents = lines<{ id: string; text: string; title?: string }>('bm25-collection/corpus.jsonl');
const queries = lines<{ id: string; text: string }>('bm25-collection/query.jsonl').map(({ id, text }) => ({
  id: queryId(id),
  text,
}));

/** What the program answered, in rank order; its scores were printed with the digits a float32 needs. */
const golden = (path: string): Map<string, Hit[]> =>
  new Map(
    lines<{ query: string; hits: [string, number][] }>(path).map(({ query, hits }) => [
      query,
      hits.map(([id, score]) => ({ docId: docId(id), score: Math.fround(score) })).sort(byRank),
    ]),
  );

const PROGRAMS: [program: string, path: string, retriever: Retriever][] = [
  ["gensim 4.3.3 on Lucene's tokens", 'gensim/run.jsonl', bm25()],
  ['Lucene 9.9.1', 'lucene-bm25/run.jsonl', bm25Lucene()],
  ['bm25s 0.3.6 as MTEB calls it', 'bm25s/mteb.jsonl', bm25Mteb()],
  ['bm25s 0.3.6 as HAKARI-Bench calls it', 'bm25s/hakari.jsonl', bm25Hakari()],
];

describe.each(PROGRAMS)('%s', (_program, path, retriever) => {
  const expected = golden(path);
  const answers = retriever
    .open(corpusOf('bm25-collection', documents), testTools())
    .then(({ run }) => run(queries))
    .then((ranked) => new Map(ranked.map(({ query, hits }) => [query.id, hits])));

  it.each(queries.map(({ id }) => id))('%s: the same documents with the same score bits', async (id) => {
    expect((await answers).get(id)).toEqual(expected.get(id));
  });
});
