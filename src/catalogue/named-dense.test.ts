import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { testTools } from '../../test/tools.js';
import { corpusOf, InputError, queryId } from '../core/index.js';
import { fuse, rrf } from '../fusion/index.js';
import { bm25 } from '../retrieval/index.js';
import { dense } from './named-dense.js';

const MODEL = `module:${fileURLToPath(new URL('../../examples/own-model.mjs', import.meta.url))}`;
const corpus = corpusOf('k', [
  { id: 'gout', text: 'Urate crystals inflame the joint.' },
  { id: 'scurvy', text: 'Bleeding gums for want of vitamin C.' },
]);
const query = { id: queryId('q'), text: 'urate crystals in a joint' };

describe('a model by its name', () => {
  it('is opened when it meets its corpus, and closed again', async () => {
    const retriever = dense(MODEL, { topK: 1 });
    const { run } = await retriever.open(corpus, testTools());
    expect((await run([query]))[0]!.hits.map(({ docId }) => docId)).toEqual(['gout']);
    await retriever.close!();
  });

  it('can be fused with others', async () => {
    const both = fuse([bm25(), dense(MODEL)], rrf({ k: 60 }));
    const { run } = await both.open(corpus, testTools());
    const [found] = await run([query]);
    expect(found!.hits[0]).toEqual({ docId: 'gout', score: 2 / 61 });
    await both.close?.();
  });

  it('is described by its name and settings, before it is open', () => {
    expect(dense('bge(int8)', { topK: 5 })).toMatchObject({
      name: 'bge(int8)',
      spec: { retriever: 'dense', model: 'bge(int8)', topK: 5, asPublished: false },
    });
  });

  it('is one model, and one that there is', async () => {
    expect(() => dense('bge > top(3)')).toThrow(InputError);
    await expect(dense('bgee').open(corpus, testTools())).rejects.toThrow('did you mean "bge"');
    await expect(dense('npy:vectors').open(corpus, testTools())).rejects.toThrow('a task, whose vectors');
  });
});
