import { describe, expect, it } from 'vitest';
import { corpusOf, queryId } from '../../src/core/index.js';
import { type Engine, type HnswOptions, vectorPlace } from '../../src/search/engines/index.js';
import { dense } from '../../src/search/retrieval/index.js';
import { hashingEmbedder, trickyEmbedder } from '../support/embedders.js';
import { emptiedEngine } from '../support/emptied-engine.js';
import { madeCollection } from '../support/made-collection.js';
import { testTools } from '../support/tools.js';

/** What an engine keeps to whose graphs lead over codes of vectors. */
export const describeVectorCodes = (name: string, open: () => Promise<Engine>): void => {
  const withEngine = emptiedEngine(open);

  describe.each(['byte', 'binary'] as const)(`${name} finds vectors by %s codes`, (codes) => {
    const opened = (engine: Engine, embedder = hashingEmbedder({ dimensions: 60, batch: 500 })) => {
      const place = (hnsw?: HnswOptions) => vectorPlace(engine, { shards: 2, replicas: 0 }, hnsw);
      return {
        exact: dense({ name: 'model', embedder }),
        coded: (hnsw: HnswOptions = {}) =>
          dense({ name: 'model', embedder, place: place({ codes, ...hnsw }) }),
      };
    };

    it('and says so in name, spec and record; every hit has its exact score, and the recall is true', () =>
      withEngine(async (engine) => {
        const { corpus, queries } = madeCollection(600);
        const { exact, coded } = opened(engine);
        const system = coded({ oversample: 2 });
        expect(system.name).toBe(`model(hnsw, codes=${codes}, oversample=2)`);
        expect(system.spec).toEqual({
          ...(exact.spec as object),
          approximate: {
            method: 'hnsw',
            m: 16,
            efConstruction: 100,
            efSearch: 100,
            codes,
            oversample: 2,
            engine: engine.name,
          },
        });
        const runner = await system.open(corpus, testTools());
        const found = await runner.run(queries);
        const wanted = await (await exact.open(corpus, testTools())).run(queries);
        const isAsked = (i: number) => /\w/.test(queries[i]!.text);
        const recalls: number[] = [];
        for (const [i, { hits }] of found.entries()) {
          const best = new Map(wanted[i]!.hits.map(({ docId, score }) => [docId, score]));
          const lowest = wanted[i]!.hits.at(-1)?.score ?? 0;
          for (const { docId, score } of hits) expect(score).toBe(best.get(docId) ?? Math.min(score, lowest));
          if (isAsked(i)) recalls.push(hits.filter(({ docId }) => best.has(docId)).length / best.size);
        }
        const recall = recalls.reduce((sum, each) => sum + each, 0) / recalls.length;
        // Words are few in a text: most numbers of these vectors are 0, and have no sign.
        if (codes === 'byte') expect(recall).toBeGreaterThan(0.9);
        const { approximate } = runner.facts as never as { approximate: { sample: Record<string, number> } };
        expect(approximate).toMatchObject({ codes, oversample: 2, sample: { queries: recalls.length } });
        expect(approximate.sample['recall@100']).toBeCloseTo(recall, 10);
      }));

    it('of every kind: zeros, infinities, one direction at many lengths', () =>
      withEngine(async (engine) => {
        const { corpus, queries } = madeCollection(200);
        const { exact, coded } = opened(engine, trickyEmbedder({ batch: 500 }));
        // All hits are scored again, so that only rows without a code can be missing.
        const runner = await coded({ oversample: 100 }).open(corpus, testTools());
        const found = await runner.run(queries);
        const wanted = await (await exact.open(corpus, testTools())).run(queries);
        for (const [i, { hits }] of found.entries()) {
          const scores = new Map(wanted[i]!.hits.map(({ docId, score }) => [docId, score]));
          for (const { docId, score } of hits) if (scores.has(docId)) expect(score).toBe(scores.get(docId));
          expect(hits[0]?.score).toBe(wanted[i]!.hits[0]?.score);
        }
      }));

    it('and finds nothing by a graph where no vector has a direction', () =>
      withEngine(async (engine) => {
        const corpus = corpusOf('zero', [{ id: 'a', text: '' }]);
        const query = [{ id: queryId('q'), text: 'urate' }];
        const runner = await opened(engine).coded().open(corpus, testTools());
        expect(await runner.run(query)).toMatchObject([{ hits: [] }]);
      }));
  });
};
