import { describe, expect, it } from 'vitest';
import { hashingEmbedder } from '../../../../test/support/embedders.js';
import { testTools } from '../../../../test/support/tools.js';
import { corpusOf } from '../../../core/index.js';
import { dense } from './dense.js';
import { exportVectors } from './vector-exchange.js';

const texts = new Map([
  ['a', 'urate crystals'],
  ['b', 'iron deficiency'],
  ['c', 'iron deficiency'],
]);
const corpus = corpusOf(
  'few',
  [...texts].map(([id, text]) => ({ id, text })),
);

describe('exported vectors', () => {
  it('stand in the order of ids, one for each, also of equal texts', async () => {
    const embedder = hashingEmbedder({ dimensions: 16 });
    const { ids, rows, columns, data, failed } = await exportVectors(
      { embedder, role: 'document', texts },
      testTools(),
    );
    expect([ids, rows, columns, failed]).toEqual([['a', 'b', 'c'], 3, 16, []]);
    expect(data.subarray(16, 32)).toEqual(data.subarray(32, 48));
    expect(data.subarray(0, 16)).not.toEqual(data.subarray(16, 32));
    expect(embedder.asked).toHaveLength(2);
  });

  it('leave out what could not be embedded, and say so', async () => {
    const embedder = hashingEmbedder({ fails: (text) => text.startsWith('iron') });
    const exported = await exportVectors({ embedder, role: 'document', texts }, testTools());
    expect(exported).toMatchObject({ ids: ['a'], rows: 1, failed: ['b', 'c'] });
  });

  it('leave out what is not a number', async () => {
    const sound = hashingEmbedder();
    const embedder: typeof sound = {
      ...sound,
      async *embed(...args) {
        for await (const batch of sound.embed(...args)) {
          for (const { place, vector } of batch.embedded)
            if (args[0][place]!.startsWith('iron')) vector[0] = Number.NaN;
          yield batch;
        }
      },
    };
    const exported = await exportVectors({ embedder, role: 'document', texts }, testTools());
    expect(exported).toMatchObject({ ids: ['a'], rows: 1, failed: ['b', 'c'] });
  });

  it('come from the store where they were made before', async () => {
    const tools = testTools();
    await dense({ embedder: hashingEmbedder(), name: 'h' }).open(corpus, tools);
    const embedder = hashingEmbedder();
    await exportVectors({ embedder, role: 'document', texts }, tools);
    expect(embedder.asked).toEqual([]);
  });
});
