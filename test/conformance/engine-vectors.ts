import { describe, expect, it } from 'vitest';
import { type Corpus, corpusOf, type DenseEmbedder, type Query, queryId } from '../../src/core/index.js';
import { type Engine, type LoadOptions, PartLoaded, vectorPlace } from '../../src/search/engines/index.js';
import { type DenseOptions, dense, givenDense, parseVariant } from '../../src/search/retrieval/index.js';
import { hashingEmbedder, trickyEmbedder } from '../support/embedders.js';
import { emptiedEngine } from '../support/emptied-engine.js';
import { alike, madeCollection } from '../support/made-collection.js';
import { testTools } from '../support/tools.js';

/** Settings that change which documents a ranking keeps. */
const SETTINGS: readonly Omit<DenseOptions, 'embedder' | 'name'>[] = [
  {},
  { similarity: 'dot' },
  { topK: 7 },
  { topK: 7, similarity: 'dot', asPublished: true },
  { topK: 20, variant: parseVariant('truncate:16') },
  { documentText: 'text', topK: 3 },
];

const EMBEDDERS: Readonly<Record<string, () => DenseEmbedder>> = {
  'words as dimensions': () => hashingEmbedder({ dimensions: 64, batch: 500 }),
  'vectors that are hard to put in order': () => trickyEmbedder({ batch: 500 }),
};

/** Opens a dense retriever here and on an engine. */
const both = async (
  engine: Engine,
  corpus: Corpus,
  make: () => DenseEmbedder,
  {
    layout = {},
    ...options
  }: Omit<DenseOptions, 'embedder' | 'name'> & { readonly layout?: LoadOptions } = {},
) => {
  const given = { name: 'model', ...options };
  const here = dense({ ...given, embedder: make() });
  const there = dense({ ...given, embedder: make(), place: vectorPlace(engine, layout) });
  expect([there.name, there.spec]).toEqual([here.name, here.spec]);
  return { embedded: await here.open(corpus, testTools()), there: await there.open(corpus, testTools()) };
};

/** What dense search on every engine keeps to. `size`: documents of the collection that is searched. */
export const describeEngineVectors = (
  name: string,
  open: () => Promise<Engine>,
  layouts: readonly LoadOptions[],
  size = 1500,
): void => {
  const withEngine = emptiedEngine(open);

  describe(`${name} searches vectors`, () => {
    describe.each(Object.entries(EMBEDDERS))('with %s', (_, make) => {
      it.each(layouts)('and has the rankings and scores of the embedded search: %j', (layout) =>
        withEngine(async (engine) => {
          const { corpus, queries } = madeCollection(size);
          for (const options of SETTINGS) {
            const { embedded, there } = await both(engine, corpus, make, { ...options, layout });
            expect(await there.run(queries), JSON.stringify(options)).toEqual(await embedded.run(queries));
            expect(there.facts).toMatchObject({ engine: { engine: engine.name, exact: true } });
            expect(there.facts.documents).toBe(embedded.facts.documents);
          }
        }),
      );

      it('and has the rankings of the embedded search at any depth', () =>
        withEngine(async (engine) => {
          const { corpus, queries } = madeCollection(size);
          const { embedded, there } = await both(engine, corpus, make, { topK: 1000 });
          const [wanted, found] = [await embedded.run(queries), await there.run(queries)];
          const idsOf = (ranked: typeof wanted) => ranked.map(({ hits }) => hits.map(({ docId }) => docId));
          expect(idsOf(found)).toEqual(idsOf(wanted));
        }));

      it('and explains scores as the embedded search does', () =>
        withEngine(async (engine) => {
          const { corpus, queries, documents } = madeCollection(200);
          const { embedded, there } = await both(engine, corpus, make);
          const ids = documents.map(({ id }) => id);
          const shown = documents.filter(({ id }) => ids.indexOf(id) === ids.lastIndexOf(id)).slice(0, 20);
          const scoresOf = async (runner: typeof there) => {
            const { scores } = (await runner.explainHits!(queries[0]!, shown, {} as never))!;
            return [...scores].filter(([, { score }]) => Number.isFinite(score));
          };
          expect(await scoresOf(there)).toEqual(await scoresOf(embedded));
        }));
    });

    it('and looks at more candidates than fit in one answer where all score alike', () =>
      withEngine(async (engine) => {
        const query: Query = { id: queryId('q'), text: 'urate crystals' };
        const { embedded, there } = await both(
          engine,
          alike(size < 1000 ? 400 : 10_100),
          () => hashingEmbedder({ batch: 4000 }),
          { topK: 20 },
        );
        expect(await there.run([query])).toEqual(await embedded.run([query]));
        expect(there.facts.proofs).toMatchObject({ proved: 0, deepened: 1 });
      }));

    it('and says which documents have no vector, which it tries again', () =>
      withEngine(async (engine) => {
        const corpus = corpusOf('some fail', [
          { id: 'a', text: 'urate crystals' },
          { id: 'b', text: 'odd text' },
          { id: 'c', text: 'a joint' },
        ]);
        const query = [{ id: queryId('q'), text: 'odd crystals' }];
        const { embedded, there } = await both(engine, corpus, () =>
          hashingEmbedder({ fails: (text) => text.startsWith('odd t') }),
        );
        const lacking = await there.run(query);
        expect(lacking).toEqual(await embedded.run(query));
        for (const { facts } of [there, embedded])
          expect(facts).toMatchObject({
            notEmbedded: 1,
            notEmbeddedFirst: ['b'],
            failed: { 'documents without a vector': { count: 1, reason: 'too odd' } },
          });
        const mended = await both(engine, corpus, () => hashingEmbedder());
        expect(await mended.there.run(query)).toEqual(await mended.embedded.run(query));
        expect(mended.there.facts).not.toHaveProperty('failed');
      }));

    it('and says where vectors do not tell texts apart', () =>
      withEngine(async (engine) => {
        const corpus = corpusOf('alike', [
          { id: 'a', text: 'one' },
          { id: 'b', text: 'two' },
        ]);
        for (const [value, said] of [
          [0, 'all zero'],
          [1, 'all the same'],
        ] as const) {
          const make = (): DenseEmbedder => ({
            ...hashingEmbedder(),
            spec: { value },
            async *embed(texts) {
              yield {
                embedded: texts.map((_, place) => ({ place, vector: new Float32Array(4).fill(value) })),
                failed: [],
              };
            },
          });
          const { embedded, there } = await both(engine, corpus, make);
          expect([there.facts.documentVectors, embedded.facts.documentVectors]).toEqual([said, said]);
        }
      }));

    it('and takes vectors that are given by id', () =>
      withEngine(async (engine) => {
        const { corpus, documents, queries } = madeCollection(300);
        const embedder = trickyEmbedder();
        const vectorsOf = async (of: readonly { readonly id: string; readonly text: string }[]) => {
          const ids = [...new Map(of.map((each) => [each.id, each]))];
          const data = new Float32Array(ids.length * 37);
          for await (const { embedded } of embedder.embed(
            ids.map(([, { text }]) => text),
            'document',
            testTools(),
          ))
            for (const { place, vector } of embedded) data.set(vector, place * 37);
          return { ids: ids.map(([id]) => id), rows: ids.length, columns: 37, data };
        };
        const vectors = {
          from: 'made',
          spec: 'made',
          documents: await vectorsOf(documents.slice(0, 290)),
          queries: await vectorsOf(queries),
          queryTexts: new Map(queries.map(({ id, text }) => [id as string, text])),
        };
        const options = { name: 'given', vectors, topK: 50 };
        const embedded = await givenDense(options).open(corpus, testTools());
        const there = await givenDense({ ...options, place: vectorPlace(engine) }).open(corpus, testTools());
        expect(await there.run(queries)).toEqual(await embedded.run(queries));
        expect(there.facts.failed).toMatchObject({
          'documents without a vector': { reason: expect.stringContaining('made has no vector for') },
        });
      }));

    it('and follows a graph, with a name, a spec and a recall that say so', () =>
      withEngine(async (engine) => {
        const { corpus, queries } = madeCollection(size);
        const embedder = hashingEmbedder({ dimensions: 64, batch: 500 });
        const options = { name: 'model', embedder, topK: 100 };
        const exact = dense({ ...options, place: vectorPlace(engine) });
        const graph = dense({ ...options, place: vectorPlace(engine, {}, { m: 8 }) });
        expect([exact.name, graph.name]).toEqual(['model', 'model(hnsw, m=8)']);
        expect(graph.spec).toEqual({
          ...(exact.spec as object),
          approximate: { method: 'hnsw', m: 8, efConstruction: 100, efSearch: 100, engine: engine.name },
        });
        const tools = testTools();
        const runner = await graph.open(corpus, tools);
        const found = await runner.run(queries);
        const wanted = await (await exact.open(corpus, testTools())).run(queries);
        for (const [i, { hits }] of found.entries()) {
          const scoreOf = new Map(wanted[i]!.hits.map(({ docId, score }) => [docId, score]));
          const lowest = wanted[i]!.hits.at(-1)?.score ?? 0;
          for (const { docId, score } of hits)
            expect(score).toBe(scoreOf.get(docId) ?? Math.min(score, lowest));
        }
        // Queries without a direction need no graph.
        const asked = queries.filter(({ text }) => /\w/.test(text)).length;
        expect(runner.facts).toMatchObject({
          engine: { exact: false },
          approximate: { method: 'hnsw', m: 8, sample: { queries: asked } },
        });
        const { sample } = runner.facts.approximate as never as { sample: Record<string, number> };
        for (const [cutoff, recall] of [10, 100].map((each) => [each, sample[`recall@${each}`]!] as const)) {
          const shares = queries.flatMap((_, i) => {
            if (!/\w/.test(queries[i]!.text)) return [];
            const best = wanted[i]!.hits.slice(0, cutoff).map(({ docId }) => docId);
            const there = new Set(found[i]!.hits.slice(0, cutoff).map(({ docId }) => docId));
            return best.filter((id) => there.has(id)).length / best.length;
          });
          expect(recall).toBeCloseTo(shares.reduce((sum, share) => sum + share, 0) / asked, 10);
        }
        expect(tools.notes.join()).toMatch(
          /model\(hnsw, m=8\) is approximate: recall@10 [\d.]+ \([\d.]+ to [\d.]+\), recall@100 [\d.]+/,
        );
        expect(() => vectorPlace(engine, {}, { m: 1 })).toThrow('m from 2 to 512');
      }));

    it('and refuses a model that gives vectors of several sizes, or none', () =>
      withEngine(async (engine) => {
        const corpus = corpusOf('sizes', [
          { id: 'a', text: 'one' },
          { id: 'b', text: 'three' },
        ]);
        const place = vectorPlace(engine);
        const uneven: DenseEmbedder = {
          ...hashingEmbedder(),
          spec: 'uneven',
          async *embed(texts) {
            yield {
              embedded: texts.map((text, at) => ({
                place: at,
                vector: new Float32Array(text.length).fill(1),
              })),
              failed: [],
            };
          },
        };
        await expect(dense({ embedder: uneven, name: 'm', place }).open(corpus, testTools())).rejects.toThrow(
          'dimensions among vectors of',
        );
        const dead = hashingEmbedder({ dimensions: 8, fails: () => true });
        await expect(dense({ embedder: dead, name: 'm', place }).open(corpus, testTools())).rejects.toThrow(
          /has a vector: too odd/,
        );
      }));
  });
};

/** What an engine of several clients keeps to. */
export const describeVectorParts = (name: string, open: () => Promise<Engine>): void => {
  const withEngine = emptiedEngine(open);

  it(`${name} takes vectors in parts from several clients, each of which embeds its own documents`, () =>
    withEngine(async (engine) => {
      const { corpus, queries, documents } = madeCollection(5000);
      const embedders = [1, 2, 3].map(() => hashingEmbedder({ dimensions: 16, batch: 2000 }));
      const opened = (index: number) =>
        dense({
          name: 'model',
          embedder: embedders[index - 1]!,
          place: vectorPlace(engine, { part: { index, count: 3 } }),
        }).open(corpus, testTools());
      for (const { reason } of (await Promise.allSettled([opened(1), opened(2)])) as PromiseRejectedResult[])
        expect(reason).toBeInstanceOf(PartLoaded);
      const there = await opened(3);
      expect(await engine.collections()).toMatchObject([{ complete: true, documents: documents.length }]);
      const embedded = await dense({ name: 'model', embedder: hashingEmbedder({ dimensions: 16 }) }).open(
        corpus,
        testTools(),
      );
      expect(await there.run(queries)).toEqual(await embedded.run(queries));
    }));
};
