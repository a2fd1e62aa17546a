import { describe, expect, it } from 'vitest';
import { hashingEmbedder } from '../../../../test/support/embedders.js';
import { testTools } from '../../../../test/support/tools.js';
import { corpusOf, queryId } from '../../../core/index.js';
import { dense } from './dense.js';
import { exportVectors, importedEmbedder, importVectors } from './vector-exchange.js';

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

describe('imported vectors', () => {
  it('are searched with in place of the model', async () => {
    const [from, to] = [testTools(), testTools()];
    const maker = hashingEmbedder();
    const questions = new Map([['q', 'low iron']]);
    const embedder = importedEmbedder({ model: 'elsewhere' });
    for (const [role, of] of [
      ['document', texts],
      ['query', questions],
    ] as const) {
      const made = await exportVectors({ embedder: maker, role, texts: of }, from);
      await importVectors({ embedder, role, texts: of }, made, to);
    }
    const asked = [{ id: queryId('q'), text: 'low iron' }];
    const there = await (await dense({ embedder: maker, name: 'h' }).open(corpus, from)).run(asked);
    const here = await (await dense({ embedder, name: 'h' }).open(corpus, to)).run(asked);
    expect(here).toEqual(there);
    expect(to.notes).toEqual([]);
  });

  it('that are not there at all are the end of the work', async () => {
    const opened = dense({ embedder: importedEmbedder('m'), name: 'm' }).open(corpus, testTools());
    await expect(opened).rejects.toThrow(
      'none of the 3 documents could be embedded: no vector was imported for this text',
    );
  });

  it('are counted: kept, of unknown ids, still missing', async () => {
    const vectors = { ids: ['a', 'x'], rows: 2, columns: 2, data: Float32Array.of(1, 2, 3, 4) };
    const embedder = importedEmbedder('m');
    expect(await importVectors({ embedder, role: 'document', texts }, vectors, testTools())).toEqual({
      kept: 1,
      unknown: ['x'],
      missing: 1,
    });
  });

  it('must be numbers', async () => {
    const vectors = { ids: ['a'], rows: 1, columns: 2, data: Float32Array.of(1, Number.NaN) };
    const of = { embedder: importedEmbedder('m'), role: 'document', texts } as const;
    await expect(importVectors(of, vectors, testTools())).rejects.toThrow(
      'a vector with NaN or infinity for "a"',
    );
  });
});
