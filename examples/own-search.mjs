// A search system with an index of its own: the words that a query and a document share. Put a client of Elasticsearch, a
// vector service or a whole RAG system in its place.
// CORPUS=my-folder/corpus.jsonl r2med run --data my-folder --retriever module:examples/own-search.mjs
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const corpus = readFileSync(process.env.CORPUS ?? 'corpus.jsonl');

export const name = 'shared-words';
// Another index is another system: r2med cannot see it, so the version says so.
export const version = createHash('sha256').update(corpus).digest('hex').slice(0, 12);

export const search = async (queries, k) => queries.map(({ text }) => ranking(text, k));

const wordsOf = (text) => new Set(text.toLowerCase().match(/[a-z0-9]+/g));

const index = corpus
  .toString()
  .split('\n')
  .filter((line) => line.trim())
  .map((line) => JSON.parse(line))
  .map(({ id, text }) => ({ id, words: wordsOf(text) }));

const ranking = (text, k) => {
  const query = [...wordsOf(text)];
  return index
    .map(({ id, words }) => {
      const shared = query.filter((word) => words.has(word)).length;
      return { id, score: shared === 0 ? 0 : shared ** 2 / words.size };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, k);
};
