import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Corpus, corpusOf, fullText, queryId } from '../../src/core/index.js';
import { readTermFeedback } from '../../src/experiment/systems/feedback.js';
import { parseStages } from '../../src/search/pipeline/index.js';
import {
  analyzer,
  bm25Lucene,
  type FeedbackDocument,
  type TermFeedback,
} from '../../src/search/retrieval/index.js';
import { testTools } from '../support/tools.js';

interface Row {
  readonly id: string;
  readonly text: string;
  readonly title?: string;
}

const english = analyzer('lucene-english');
const golden = new URL('../golden/', import.meta.url);
const read = async <T>(file: string): Promise<readonly T[]> =>
  (await readFile(new URL(file, golden), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

/** As the scripts that made the goldens take them: each id once and without spaces. */
const documents = new Map<string, Row>();
const queries = new Map<string, string>();
beforeAll(async () => {
  for (const row of await read<Row>('bm25-collection/corpus.jsonl'))
    if (!documents.has(row.id) && !/\s/.test(row.id)) documents.set(row.id, row);
  for (const { id, text } of await read<Row>('bm25-collection/query.jsonl')) queries.set(id, text);
});

const feedback = (text: string): TermFeedback => {
  const [stage, retriever] = parseStages(`${text} > bm25-lucene`);
  return readTermFeedback(stage!, retriever!);
};

describe('Anserini', async () => {
  const rows = await read<{
    system: string;
    query: string;
    terms: Record<string, number>;
    hits: [string, number][];
  }>('anserini/run.jsonl');
  const systems = [...new Set(rows.map(({ system }) => system))];

  const corpus = (): Corpus =>
    corpusOf(
      'unique',
      [...documents.values()].filter((row) => fullText(row as never).trim()),
    );

  it.each(systems)('expands and ranks as %s does', async (system) => {
    const retriever = bm25Lucene({ topK: 20, feedback: { method: feedback(system) } });
    const runner = await retriever.open(corpus(), testTools());
    const expected = rows.filter((row) => row.system === system);
    const asked = expected.map(({ query }) => ({ id: queryId(query), text: queries.get(query)! }));
    const found = await runner.run(asked);
    for (const [i, { terms, hits }] of expected.entries()) {
      const { expanded } = await runner.explainHits!(asked[i]!, [], {});
      expect(Object.fromEntries(expanded![0]!.terms.map(({ term, weight }) => [term, weight]))).toEqual(
        Object.fromEntries(Object.entries(terms).map(([term, weight]) => [term, Math.fround(weight)])),
      );
      expect(new Map(found[i]!.hits.map(({ docId, score }) => [docId, score.toFixed(4)]))).toEqual(
        new Map(hits.map(([docId, score]) => [docId, score.toFixed(4)])),
      );
    }
    expect(expected.filter(({ hits }) => hits.length > 0).length).toBeGreaterThan(30);
  });
});

describe('Terrier', async () => {
  const rows = await read<{
    system: string;
    query: string;
    documents: string[];
    terms: Record<string, number>;
  }>('terrier/run.jsonl');

  it.each([...new Set(rows.map(({ system }) => system))])('weighs terms as %s does', (system) => {
    const { expand } = feedback(system);
    const vectors = new Map(
      [...documents].map(([id, row]) => [id, vectorOf(english.analyze(fullText(row as never)))]),
    );
    const corpus = countsOf([...vectors.values()]);
    const expected = rows.filter((row) => row.system === system);
    for (const { query, documents: first, terms } of expected) {
      const top = first.map((id) => vectors.get(id)!);
      const ours = expand({ query: english.analyze(queries.get(query)!), top, bottom: [], corpus });
      const weights = Object.values(terms)
        .filter((weight) => weight > 0)
        .sort((a, b) => b - a);
      expect(ours.map(({ weight }) => weight.toFixed(12))).toEqual(
        weights.map((weight) => weight.toFixed(12)),
      );
      // Which of equally worthy terms are the last to be taken depends on Terrier's hash table.
      const own = new Map(ours.map(({ term, fromQuery }) => [term, fromQuery]));
      const worth = ([term, weight]: [string, number]): number => weight - (own.get(term) ?? 0);
      const taken = Object.entries(terms).filter((each) => worth(each) > 1e-12);
      const least = Math.min(...taken.map(worth));
      const above = (each: [string, number]): boolean => worth(each) > least + 1e-12;
      const weighed = ours.map(({ term, weight }): [string, number] => [term, weight]);
      expect(Object.fromEntries(weighed.filter(above).map(rounded))).toEqual(
        Object.fromEntries(taken.filter(above).map(rounded)),
      );
    }
    expect(expected.length).toBeGreaterThan(30);
  });
});

const rounded = ([term, weight]: [string, number]): [string, string] => [term, weight.toFixed(12)];

const vectorOf = (tokens: readonly string[]): FeedbackDocument => {
  const terms = new Map<string, number>();
  for (const token of tokens) terms.set(token, (terms.get(token) ?? 0) + 1);
  return { score: 1, terms, length: tokens.length };
};

const countsOf = (documents: readonly FeedbackDocument[]) => {
  const filled = documents.filter(({ length }) => length > 0);
  const sum = (of: (document: FeedbackDocument) => number): number =>
    filled.reduce((total, document) => total + of(document), 0);
  return {
    documents: filled.length,
    tokens: sum(({ length }) => length),
    documentFrequency: (term: string) => sum(({ terms }) => (terms.has(term) ? 1 : 0)),
    frequency: (term: string) => sum(({ terms }) => terms.get(term) ?? 0),
  };
};
