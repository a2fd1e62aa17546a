import { expect, it } from 'vitest';
import { codecs } from './parquet-codecs.js';

const HELLO = [0x50, 104, 101, 108, 108, 111];

it.each([
  ['as it is', HELLO],
  ['in a frame of Hadoop', [0, 0, 0, 5, 0, 0, 0, 6, ...HELLO]],
])('LZ4 %s is unpacked', async (_, page) => {
  const { LZ4 } = await codecs();
  expect(Buffer.from(LZ4!(Uint8Array.from(page), 5)).toString()).toBe('hello');
});

it('a length that the library would take for a negative one ends at once', async () => {
  const { LZ4 } = await codecs();
  const page = Uint8Array.from([0, 0, 0, 0, 0xf8, 0x25, 0xc2, 0xe2, 0x8c, 0, 0xc0, 0]);
  expect(() => LZ4!(page, 64)).toThrow();
});
