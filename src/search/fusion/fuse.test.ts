import { describe, expect, it } from 'vitest';
import { describeRetriever } from '../../../test/conformance/retriever.js';
import { testTools } from '../../../test/support/tools.js';
import { corpusOf, docId, InputError, type Query, queryId, type Retriever } from '../../core/index.js';
import { bm25, bm25Lucene, lsa } from '../retrieval/index.js';
import { fuse } from './fuse.js';
import { rrf } from './rrf.js';
import { weighted } from './weighted.js';

describeRetriever('rrf of bm25 and lsa', (topK) => fuse([bm25({ topK }), lsa({ topK })], rrf(), { topK }));
describeRetriever('a weighted sum of two BM25s', (topK) =>
  fuse([bm25({ topK }), bm25Lucene({ topK })], weighted({ weights: [0.3, 0.7] }), { topK }),
);

/** Finds the letters of a word, and keeps a diary. */
const spelling = (name: string, word: string, diary: string[] = []): Retriever => ({
  name,
  spec: { retriever: name },
  open: async () => {
    diary.push(`open ${name}`);
    return {
      facts: { letters: word.length },
      run: async (queries) => {
        diary.push(`${name}: ${queries.map(({ id }) => id)}`);
        // A rewriter inside may have written something next to the query.
        return queries.map((query) => ({
          query: { ...query, text: `${query.text}!` },
          hits: [...word].map((letter, i) => ({ docId: docId(letter), score: 100 - i })),
        }));
      },
    };
  },
  close: async () => {
    diary.push(`close ${name}`);
  },
});
const queries: readonly Query[] = ['p', 'q'].map((id) => ({ id: queryId(id), text: id }));
const open = (retriever: Retriever) => retriever.open(corpusOf('k', []), testTools());

describe('a fused retriever', () => {
  it('opens one after the other, asks each with every batch, and closes all', async () => {
    const diary: string[] = [];
    const stage = fuse([spelling('one', 'ab', diary), spelling('two', 'bc', diary)], rrf());
    const runner = await open(stage);
    await runner.run(queries);
    await stage.close!();
    expect(diary).toEqual(['open one', 'open two', 'one: p,q', 'two: p,q', 'close one', 'close two']);
  });

  it('fuses what they find and hands on the queries it was given', async () => {
    const runner = await open(fuse([spelling('one', 'ab'), spelling('two', 'bc')], rrf()));
    const answers = await runner.run(queries);
    expect(answers.map(({ query }) => query)).toEqual(queries);
    expect(answers[1]!.hits.map((hit) => hit.docId)).toEqual(['b', 'a', 'c']);
  });

  it('keeps topK hits, made of the first `depth` of each', async () => {
    const two = [spelling('one', 'abcd'), spelling('two', 'dcba')];
    const found = async (options: Parameters<typeof fuse>[2]) =>
      (await (await open(fuse(two, rrf(), options))).run(queries))[0]!.hits.map((hit) => hit.docId);
    expect(await found({ topK: 3 })).toHaveLength(3);
    expect(await found({ depth: 1 })).toEqual(['d', 'a']);
  });

  it('is named as it is written, with what is not as usual', () => {
    const two = [spelling('bm25', ''), spelling('bge(int8)', '')];
    expect(fuse(two, rrf()).name).toBe('rrf(bm25, bge(int8))');
    expect(fuse(two, rrf({ k: 100, ties: 'hakari' }), { depth: 500 }).name).toBe(
      'rrf(bm25, bge(int8), k=100, ties=hakari, depth=500)',
    );
    expect(fuse(two, weighted({ weights: [3, 7] })).name).toBe('weighted(bm25, bge(int8), weights=3+7)');
  });

  it('is described by its fusion, its sources in order and its cuts', () => {
    expect(fuse([spelling('one', ''), spelling('two', '')], rrf(), { topK: 7, depth: 9 }).spec).toEqual({
      retriever: 'fused',
      fusion: { fusion: 'rrf', k: 60 },
      sources: [{ retriever: 'one' }, { retriever: 'two' }],
      topK: 7,
      depth: 9,
    });
  });

  it('tells what each source found out, also when both say the same', async () => {
    const runner = await open(fuse([spelling('one', 'abc'), spelling('two', 'de')], rrf()));
    expect(runner.facts).toEqual({
      fused: [
        { system: 'one', facts: { letters: 3 } },
        { system: 'two', facts: { letters: 2 } },
      ],
    });
  });

  it('refuses fewer than two systems, and another number than there are weights', () => {
    expect(() => fuse([], rrf())).toThrow(InputError);
    expect(() => fuse([spelling('one', '')], rrf())).toThrow('rrf of one');
    expect(() => fuse([spelling('one', ''), spelling('two', '')], weighted({ weights: [1] }))).toThrow(
      'weighted for 1 rankings of 2 systems',
    );
  });
});
