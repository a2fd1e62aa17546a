import { describe, expect, it } from 'vitest';
import { hashingEmbedder } from '../../../test/support/embedders.js';
import { testTools } from '../../../test/support/tools.js';
import { corpusOf, docId, queryId, type Task } from '../../core/index.js';
import { bm25Lucene, dense, prf, rm3 } from '../../search/retrieval/index.js';
import { checkSystem, system } from './system.js';

const TEXTS = [
  { id: 'gout', text: 'gout colchicine toe' },
  { id: 'toe', text: 'toe colchicine swelling' },
  { id: 'tophus', text: 'colchicine swelling tophus' },
  ...Array.from({ length: 40 }, (_, i) => ({ id: `other-${i}`, text: `jaundice note${i}` })),
];
const corpus = corpusOf('feedback', TEXTS);
const query = { id: queryId('q'), text: 'gout' };
const task = { name: 'feedback', corpus, queries: [query] } as unknown as Task;

const idsOf = async (text: string, of: Task = task): Promise<string[]> => {
  const built = await system(text, { task: of });
  const [ranked] = await (await built.open(corpus, testTools())).run([query]);
  return ranked!.hits.map((hit) => hit.docId);
};

describe('a stage that expands a query by what it finds', () => {
  it('is written before the retriever that it reads, and finds what the query has no word of', async () => {
    expect(await idsOf('bm25-lucene')).toEqual(['gout']);
    for (const name of ['rm3', 'rocchio'])
      expect(await idsOf(`${name}(fbDocs=1) > bm25-lucene`)).toEqual(['gout', 'toe', 'tophus']);
    // One document alone: every one of its terms counts.
    for (const name of ['bo1', 'kl'])
      expect(await idsOf(`${name} > bm25-lucene`)).toEqual(['gout', 'toe', 'tophus']);
  });

  it('keeps name and settings in the name and spec of the retriever', async () => {
    const built = await system('rm3(fbTerms=20) > bm25-lucene(k1=1.2) > top(2)', { task });
    expect(built.name).toBe('rm3(fbTerms=20) > bm25-lucene(k1=1.2) > top(2)');
    expect(JSON.stringify(built.spec)).toContain(
      '"feedback":{"feedback":"rm3","fbDocs":10,"fbTerms":20,"originalQueryWeight":0.5,"filterTerms":true}',
    );
  });

  it('does not read what the task excludes', async () => {
    const excluded = new Map([[query.id, new Set([docId('gout')])]]);
    expect(await idsOf('rm3 > bm25-lucene', { ...task, excluded } as Task)).toEqual([]);
    expect(await idsOf('rm3 > bm25-lucene')).toHaveLength(3);
  });

  it('changes nothing where nothing is found', async () => {
    const runner = await bm25Lucene({ feedback: { method: rm3() } }).open(corpus, testTools());
    const [ranked] = await runner.run([{ ...query, text: 'zzyzx' }]);
    expect(ranked!.hits).toEqual([]);
  });

  it.each([
    ['rm3 > bge', 'rm3 > bge; expected BM25 after rm3'],
    ['rm3 > lsa', 'rm3 > lsa; expected BM25 after rm3'],
    ['rm3 > rrf(bm25, lsa)', 'as rrf(rm3 > bm25, bge)'],
    ['prf > bm25', 'prf > bm25; expected a dense model after prf'],
    ['prf > npy:vectors', 'prf > npy:vectors; expected a dense model'],
    ['rm3 > stored:run.trec', 'rm3 > stored:run.trec; expected BM25'],
    ['rm3(fbDocs=0) > bm25', 'fbDocs=0; expected a whole number from 1'],
    ['rm3(docs=3) > bm25', 'unknown setting of rm3 "docs"'],
    ['rm3(5) > bm25', 'rm3(5); expected settings by name'],
    ['rm3', 'no retriever in the system "rm3"'],
    ['rm3 > bo1 > bm25', 'unknown retriever "bo1"'],
  ])('is refused in %s', (text, message) => {
    expect(() => checkSystem(text)).toThrow(message);
  });
});

describe('prf', () => {
  it('moves a query to the mean of it and its documents, or by weights', () => {
    const [q, a, b] = [Float32Array.of(1, 0), Float32Array.of(0, 1), Float32Array.of(0, 3)];
    const mean = (vectors: readonly Float32Array[]): number[] =>
      [0, 1].map((k) => vectors.reduce((sum, each) => sum + each[k]!, 0) / vectors.length);
    expect(prf().move([q], [a, b])).toEqual([q, a, b]);
    expect(mean(prf().move([q, q], [a, b]))).toEqual([1 / 3, 4 / 3].map((x) => expect.closeTo(x, 6)));
    expect(mean(prf({ method: 'rocchio', alpha: 0.5, beta: 2 }).move([q], [a, b]))).toEqual([0.5, 4]);
    expect(prf().move([q], [])).toEqual([q]);
  });

  it('searches again and explains the score by query and documents', async () => {
    const retriever = dense({
      name: 'words',
      embedder: hashingEmbedder(),
      similarity: 'dot',
      feedback: { method: prf({ fbDocs: 1 }) },
    });
    expect(retriever.name).toBe('prf(fbDocs=1) > words');
    const some = corpusOf('some', TEXTS.slice(0, 3));
    const runner = await retriever.open(some, testTools());
    const [ranked] = await runner.run([query]);
    expect(ranked!.hits).toEqual([
      { docId: 'gout', score: 2 },
      { docId: 'toe', score: 1 },
      { docId: 'tophus', score: 0.5 },
    ]);
    const { scores } = await runner.explainHits!(query, [{ id: docId('toe'), text: TEXTS[1]!.text }], {});
    expect(scores.get(docId('toe'))).toMatchObject({
      score: 1,
      parts: [
        { name: 'document gout', value: 1 },
        { name: 'query', value: 0 },
      ],
    });
  });
});
