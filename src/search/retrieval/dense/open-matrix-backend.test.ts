import { describe, expect, it, vi } from 'vitest';
import { hashingEmbedder } from '../../../../test/support/embedders.js';
import { testTools } from '../../../../test/support/tools.js';
import { corpusOf, queryId } from '../../../core/index.js';
import { dense } from './dense.js';
import { openMatrixWork } from './open-matrix-backend.js';

const corpus = corpusOf('few', [
  { id: 'gout', text: 'urate crystals inflame the joint' },
  { id: 'anaemia', text: 'iron deficiency makes people tired' },
]);
const search = async () => {
  const tools = testTools();
  const { run, facts } = await dense({ embedder: hashingEmbedder(), name: 'h' }).open(corpus, tools);
  const [answer] = await run([{ id: queryId('q'), text: 'tired people' }]);
  return { hits: answer!.hits, notes: tools.notes, facts };
};

describe('matrix work', () => {
  it('is done by onnxruntime where it is installed', async () => {
    expect((await openMatrixWork('h', testTools())).name).toBe('onnxruntime');
  });

  it('is done without it where it is not, with one note and the same hits', async () => {
    const with_ = await search();
    vi.doMock('onnxruntime-node', () => {
      throw new Error('not installed');
    });
    const without = await search();
    vi.doUnmock('onnxruntime-node');
    expect(without.facts).toMatchObject({ matrixProduct: 'webassembly' });
    expect(without.hits).toEqual(with_.hits);
    expect(without.notes).toEqual([
      'h: searching without onnxruntime, with the same ranking but ten times slower; ' +
        'to change that: npm install onnxruntime-node@1.30.0 --ignore-scripts',
    ]);
  });
});
