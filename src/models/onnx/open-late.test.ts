import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testTools } from '../../../test/support/tools.js';
import type { LateEmbedder, Role, TokenVectors } from '../../core/index.js';
import { openOnnxLate } from './open-late.js';
import type { LateSettings } from './settings.js';

const folder = fileURLToPath(new URL('../../../test/golden/onnx/colbert', import.meta.url));

const open = async (settings: LateSettings = {}): Promise<LateEmbedder> => {
  const embedder = await openOnnxLate({ folder, settings });
  onTestFinished(() => embedder.close());
  return embedder;
};

const embed = async (embedder: LateEmbedder, text: string, role: Role): Promise<TokenVectors> => {
  for await (const { embedded } of embedder.embed([text], role, testTools())) return embedded[0]!.vector;
  throw new Error('no batch');
};

describe('openOnnxLate', () => {
  it('fills a query up to 32 vectors, or to what it is told', async () => {
    expect((await embed(await open(), 'pain', 'query')).tokens).toBe(32);
    expect((await embed(await open({ queryLength: 10 }), 'pain', 'query')).tokens).toBe(10);
    expect((await embed(await open({ queryLength: 0 }), 'pain', 'query')).tokens).toBeLessThan(10);
  });

  it('gives a rewrite more room than a query when told', async () => {
    const long = 'a cough '.repeat(20);
    const embedder = await open({ maxTokens: { rewrite: 40 } });
    expect((await embed(embedder, long, 'rewrite')).tokens).toBe(40);
    expect((await embed(embedder, long, 'query')).tokens).toBe(32);
    expect((await embed(embedder, 'a', 'rewrite')).tokens).toBe(32);
  });

  it('leaves punctuation out of documents unless told', async () => {
    const all = await embed(await open({ skipped: '' }), 'a, b.', 'document');
    const some = await embed(await open(), 'a, b.', 'document');
    expect(all.tokens - some.tokens).toBe(2);
    expect(some.data.length).toBe(some.tokens * some.dimensions);
  });

  it('makes every vector as long as 1 unless told', async () => {
    const lengthOf = ({ data, dimensions }: TokenVectors): number => Math.hypot(...data.slice(0, dimensions));
    expect(lengthOf(await embed(await open(), 'pain', 'document'))).toBeCloseTo(1, 6);
    expect(lengthOf(await embed(await open({ normalise: false }), 'pain', 'document'))).not.toBeCloseTo(1, 1);
  });

  it('lets the tokens of a query look at its filling when told', async () => {
    const [blind, seeing] = await Promise.all(
      [false, true].map(async (attendToFilling) => embed(await open({ attendToFilling }), 'pain', 'query')),
    );
    expect(blind!.data[0]).not.toBeCloseTo(seeing!.data[0]!, 3);
  });

  it('says in its spec what decides the vectors', async () => {
    const { spec } = await open({ markers: { query: '[unused0]' } });
    expect(spec).toMatchObject({
      kind: 'onnx-late',
      markers: { query: '[unused0]' },
      output: 'last_hidden_state',
    });
  });
});
