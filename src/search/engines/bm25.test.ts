import { expect, it } from 'vitest';
import { madeCollection } from '../../../test/support/made-collection.js';
import { memoryEngine } from '../../../test/support/memory-engine.js';
import { testTools } from '../../../test/support/tools.js';
import { type Bm25Options, retrievers } from '../retrieval/index.js';
import { engineBm25 } from './bm25.js';

const { corpus, documents, queries } = madeCollection(200);

it.each<['bm25' | 'bm25-lucene', Bm25Options]>([
  ['bm25', {}],
  ['bm25', { topK: 7, k1: 1.5, b: 0.75 }],
  ['bm25', { topK: 1000, unmatched: 'drop' }],
  ['bm25-lucene', { topK: 7 }],
  ['bm25-lucene', { topK: 1000, unmatched: 'keep' }],
])('%s %j on any engine has the rankings and scores of the embedded search', async (preset, options) => {
  const embedded = retrievers[preset](options);
  const there = engineBm25(preset, options, memoryEngine(600));
  expect([there.name, there.spec]).toEqual([embedded.name, embedded.spec]);
  const runner = await there.open(corpus, testTools());
  const expected = await embedded.open(corpus, testTools());
  expect(await runner.run(queries)).toEqual(await expected.run(queries));
  expect(runner.facts).toMatchObject({
    engine: { engine: 'memory', exact: true },
    proofs: { empty: 1, split: expect.any(Number) },
  });
  const shown = documents.slice(0, 3);
  const explained = await runner.explainHits!(queries[0]!, shown, {} as never);
  expect(explained).toEqual(await expected.explainHits!(queries[0]!, shown, {} as never));
});

it('a preset that is not exact there is refused before anything is loaded', () => {
  for (const preset of ['bm25-mteb', 'bm25-hakari'] as const)
    expect(() => engineBm25(preset, {}, memoryEngine())).toThrow(`run ${preset} without --engine`);
});
