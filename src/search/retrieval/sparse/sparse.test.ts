import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeRetriever } from '../../../../test/conformance/retriever.js';
import { countingEmbedder } from '../../../../test/support/embedders.js';
import { testTools } from '../../../../test/support/tools.js';
import { corpusOf, type GeneratedText, type Query, queryId, type SparseVector } from '../../../core/index.js';
import { impactIndexBuilder } from './impact-index.js';
import { meanSparse, mostActive, sparse } from './sparse.js';

describeRetriever('sparse', (topK) => sparse({ embedder: countingEmbedder(), name: 'counting', topK }));

const vector = (...pairs: [number, number][]): SparseVector => ({
  indices: Int32Array.from(pairs, ([index]) => index),
  weights: Float32Array.from(pairs, ([, weight]) => weight),
});
const anyVector = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 1000 })), {
    selector: ([index]) => index,
    maxLength: 12,
  })
  .map((pairs) =>
    vector(...pairs.sort(([a], [b]) => a - b).map(([i, w]) => [i, w / 64] as [number, number])),
  );

describe('impact index', () => {
  it('scores every row that shares a dimension by the dot product, and no other', () => {
    fc.assert(
      fc.property(fc.array(anyVector, { maxLength: 20 }), anyVector, (rows, query) => {
        const builder = impactIndexBuilder(rows.length);
        for (const [row, each] of [...rows.entries()].reverse()) builder.add(row, each);
        const weightIn = (of: SparseVector, index: number) => of.weights[of.indices.indexOf(index)] ?? 0;
        const expected = [...rows.entries()]
          .filter(([, each]) => each.indices.some((index) => query.indices.includes(index)))
          .map(([row, each]) => [
            row,
            Math.fround(
              query.indices.reduce((sum, index) => sum + weightIn(query, index) * weightIn(each, index), 0),
            ),
          ]);
        const found = builder.build().search(query);
        expect(Array.from(found.rows, (row, i) => [row, found.scores[i]])).toEqual(expected);
      }),
    );
  });

  it('answers one query as if none had come before', () => {
    const builder = impactIndexBuilder(2);
    builder.add(0, vector([1, 1]));
    builder.add(1, vector([2, 1]));
    const { search } = builder.build();
    search(vector([1, 5], [2, 5]));
    expect([...search(vector([2, 3])).rows]).toEqual([1]);
  });

  it('leaves out rows that were never added', () => {
    const builder = impactIndexBuilder(3);
    builder.add(2, vector([7, 1]));
    const { search, postings, dimensions } = builder.build();
    expect([postings, dimensions]).toEqual([1, 1]);
    expect([...search(vector([7, 1])).rows]).toEqual([2]);
  });
});

describe('active dimensions', () => {
  it('are those of the largest magnitude, the lower index among equals', () => {
    const all = vector([2, 0.5], [5, -3], [6, 1], [8, 1], [9, 0.1]);
    expect(mostActive(all, 2)).toEqual(vector([5, -3], [6, 1]));
    expect(mostActive(all, 3)).toEqual(vector([5, -3], [6, 1], [8, 1]));
    expect(mostActive(all, 5)).toBe(all);
    expect(mostActive(all, undefined)).toBe(all);
  });

  it('of a mean are those of all parts', () => {
    expect(meanSparse([vector([1, 2], [3, 4]), vector([3, 2], [7, 6])])).toEqual(
      vector([1, 1], [3, 3], [7, 3]),
    );
  });
});

const corpus = corpusOf('few', [
  { id: 'gout', text: 'urate urate crystals' },
  { id: 'anaemia', text: 'iron deficiency tired' },
  { id: 'again', text: 'iron deficiency tired' },
]);
const query = (text: string, written: readonly Partial<GeneratedText>[] = []): Query => ({
  id: queryId('q'),
  text,
  generated: written as readonly GeneratedText[],
});
const search = async (asked: Query, options = {}) => {
  const { run } = await sparse({ embedder: countingEmbedder(), name: 'counting', ...options }).open(
    corpus,
    testTools(),
  );
  return (await run([asked]))[0]!.hits;
};

describe('sparse', () => {
  it('scores by the dot product and ties equal texts', async () => {
    expect(await search(query('urate'))).toEqual([
      { docId: 'gout', score: Math.fround(Math.fround(Math.log(2)) * Math.fround(Math.log(3))) },
    ]);
    expect((await search(query('tired'))).map(({ docId }) => docId)).toEqual(['anaemia', 'again']);
  });

  it('halves what is said only once by query and rewrite', async () => {
    const [hit] = await search(query('urate', [{ text: 'lowers', dense: 'average' }]));
    const [plain] = await search(query('urate'));
    expect(hit!.score).toBeCloseTo(plain!.score / 2, 6);
  });

  it('counts only the most active dimensions that are asked for', async () => {
    const short = { maxActiveDims: { document: 1 } };
    expect((await search(query('crystals urate'), short)).map(({ docId }) => docId)).toEqual(['gout']);
    expect(await search(query('crystals'), short)).toEqual([]);
    const { name, spec } = sparse({
      embedder: countingEmbedder(),
      name: 'splade',
      maxActiveDims: { query: 8, document: 64 },
    });
    expect(name).toBe('splade(query=8,document=64)');
    expect(spec).toMatchObject({ maxActiveDims: { query: 8, document: 64 } });
    expect(() => sparse({ embedder: countingEmbedder(), name: 's', maxActiveDims: { query: 0 } })).toThrow(
      's: query = 0',
    );
  });

  it('says that the corpus will not fit into memory', async () => {
    const opened = sparse({ embedder: countingEmbedder(), name: 'counting' });
    await expect(opened.open(corpus, { ...testTools(), memory: 1e6 })).rejects.toThrow(
      /counting: indexing the corpus needs about .* of memory, and 1.0 MB may be used/,
    );
  });

  it('never returns what could not be embedded', async () => {
    const embedder = countingEmbedder({ fails: (text) => text.startsWith('iron') });
    expect(await search(query('tired'), { embedder })).toEqual([]);
  });
});
