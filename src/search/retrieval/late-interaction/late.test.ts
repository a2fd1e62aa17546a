import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeRetriever } from '../../../../test/conformance/retriever.js';
import { wordwiseEmbedder } from '../../../../test/support/embedders.js';
import { testTools } from '../../../../test/support/tools.js';
import { corpusOf, type GeneratedText, type Query, queryId } from '../../../core/index.js';
import { late } from './late.js';
import { maxSim } from './max-sim.js';

describeRetriever('late', (topK) => late({ embedder: wordwiseEmbedder(), name: 'wordwise', topK }));
describeRetriever('late in small blocks', (topK) =>
  late({ embedder: wordwiseEmbedder(), name: 'wordwise', topK, blockBytes: 1 }),
);

describe('MaxSim', () => {
  it('adds up the best product of every query token', () => {
    // Two query tokens; documents of two, one and three tokens.
    const products = Float32Array.of(1, 5, 2, 0, -1, -2, -3, -4, 7, 1, 1, 6);
    expect([...maxSim(products, 2, Uint32Array.of(2, 3, 6))]).toEqual([5 - 3, 2 + 7, 0 + 6]);
  });

  it('is what three loops find', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 4 }),
        fc.infiniteStream(fc.integer({ min: -50, max: 50 })),
        (lengths, queryTokens, numbers) => {
          const tokens = lengths.reduce((a, b) => a + b, 0);
          const products = Float32Array.from({ length: tokens * queryTokens }, () => numbers.next().value!);
          let end = 0;
          const ends = Uint32Array.from(lengths, (length) => (end += length));
          const expected = lengths.map((length, document) =>
            Array.from({ length: queryTokens }, (_, token) =>
              Math.max(
                ...products.subarray(
                  token * tokens + ends[document]! - length,
                  token * tokens + ends[document]!,
                ),
              ),
            ).reduce((a, b) => a + b, 0),
          );
          expect([...maxSim(products, queryTokens, ends)]).toEqual(expected);
        },
      ),
    );
  });
});

const corpus = corpusOf('few', [
  { id: 'gout', text: 'urate crystals in the joint' },
  { id: 'anaemia', text: 'iron deficiency' },
  { id: 'again', text: 'iron deficiency' },
  { id: 'wordless', text: '?!' },
]);
const query = (text: string, written: readonly Partial<GeneratedText>[] = [], id = 'q'): Query => ({
  id: queryId(id),
  text,
  generated: written as readonly GeneratedText[],
});
const opened = async (options = {}) => {
  const tools = testTools();
  const embedder = wordwiseEmbedder();
  const runner = await late({ embedder, name: 'wordwise', ...options }).open(corpus, tools);
  return { tools, embedder, runner, search: async (asked: Query) => (await runner.run([asked]))[0]!.hits };
};

describe('late', () => {
  it('scores a document that has all words of the query by their number', async () => {
    const { search } = await opened();
    const [best, next] = await search(query('deficiency iron'));
    expect(best).toEqual({ docId: 'anaemia', score: expect.closeTo(2, 5) });
    expect(next).toEqual({ ...best, docId: 'again' });
  });

  it('gives the mean of query and rewrite', async () => {
    const { search } = await opened();
    const scoreIn = async (asked: Query) =>
      (await search(asked)).find(({ docId }) => docId === 'gout')!.score;
    const both = await scoreIn(query('joint', [{ text: 'iron deficiency', dense: 'average' }]));
    const apart = [await scoreIn(query('joint')), await scoreIn(query('iron deficiency'))];
    expect(both).toBeCloseTo((apart[0]! + apart[1]!) / 2, 6);
  });

  it('finds no document without tokens, and nothing for a query without', async () => {
    const { search } = await opened();
    expect((await search(query('iron'))).map(({ docId }) => docId)).not.toContain('wordless');
    expect(await search(query('…'))).toEqual([]);
  });

  it('finds the same in blocks of any size', async () => {
    const queries = [query('iron crystals'), query('the joint', [], 'q2'), query('deficiency', [], 'q3')];
    const whole = await (await opened()).runner.run(queries);
    for (const blockBytes of [1, 400, 700])
      expect(await (await opened({ blockBytes })).runner.run(queries)).toEqual(whole);
  });

  it('makes vectors again that the store has lost', async () => {
    const { tools, embedder, search } = await opened();
    const before = await search(query('iron crystals'));
    for (const items of tools.kept.values()) items.clear();
    expect(await search(query('iron crystals'))).toEqual(before);
    expect(embedder.asked.filter(({ text }) => text === 'iron deficiency')).toHaveLength(2);
  });

  it('says what its vectors take', async () => {
    const { runner } = await opened();
    expect(runner.facts).toMatchObject({ documents: 4, distinctTexts: 3, tokens: 7, dimensions: 32 });
  });

  it('refuses vectors of differing lengths', async () => {
    const [short, long] = [wordwiseEmbedder({ dimensions: 8 }), wordwiseEmbedder({ dimensions: 9 })];
    const embedder = {
      ...short,
      embed: (...args: Parameters<typeof short.embed>) => (args[1] === 'query' ? long : short).embed(...args),
    };
    const { search } = await opened({ embedder });
    await expect(search(query('iron'))).rejects.toThrow('vectors of 9 dimensions among vectors of 8');
  });

  it('never returns what could not be embedded', async () => {
    const embedder = wordwiseEmbedder({ fails: (text) => text.startsWith('iron') });
    const { search, tools } = await opened({ embedder });
    expect((await search(query('urate iron'))).map(({ docId }) => docId)).toEqual(['gout']);
    expect(tools.notes[0]).toContain('2 documents without a vector');
  });
});
