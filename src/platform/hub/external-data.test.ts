import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { location } from '../../../test/support/tiny-model.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { externalData } from './external-data.js';

const BLOCK = 1 << 20;

const namesIn = (content: string | Uint8Array): Promise<readonly string[]> =>
  externalData(join(writtenFolder({ 'model.onnx': content }), 'model.onnx'));

describe('the weights that a graph names', () => {
  it('are each named once, in the order of the graph', async () => {
    const graph = ['b', 'a', 'b', 'model.onnx_data'].map(location).join('\x00 tensor ');
    expect(await namesIn(`\x08\x0a${graph}\x1a`)).toEqual(['b', 'a', 'model.onnx_data']);
  });

  it('of a graph that holds its own are none', async () => {
    expect(await namesIn('a graph of a location without others')).toEqual([]);
    expect(await namesIn('')).toEqual([]);
  });

  it('may have names of more than 127 bytes, whose length takes two', async () => {
    const name = 'n'.repeat(300);
    const entry = Buffer.concat([
      Buffer.from('\x0a\x08location\x12', 'latin1'),
      Buffer.from([(300 & 0x7f) | 0x80, 300 >> 7]),
      Buffer.from(name),
    ]);
    expect(await namesIn(entry)).toEqual([name]);
  });

  it.each(['../x', '/etc/passwd', 'a/../b', '.', 'a\\b', 'a\u0000b', ''])(
    'never lead out of its folder: %j',
    async (name) => {
      expect(await namesIn(location(name))).toEqual([]);
    },
  );

  it('are found wherever a block of the file ends', async () => {
    const name = 'model.onnx_data';
    const entry = location(name);
    for (let before = 1; before < entry.length; before += 3)
      expect(await namesIn('x'.repeat(BLOCK - before) + entry + 'y'.repeat(20))).toEqual([name]);
    expect(await namesIn('x'.repeat(BLOCK - 1100) + entry + 'y'.repeat(1100 - entry.length))).toEqual([name]);
  });

  it('are plain names, whatever bytes the file holds', async () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constant(Buffer.from('\x0a\x08location\x12', 'latin1')),
      fc.stringMatching(/^[\w./]{1,20}$/).map((name) => Buffer.from(location(name))),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        for (const name of await namesIn(Buffer.concat(pieces))) expect(name.split('/')).not.toContain('..');
      }),
      { numRuns: 100 },
    );
  });
});
