import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedBytes } from '../../../test/support/changed-bytes.js';
import { InputError } from '../../core/index.js';
import type { ParquetBytes } from './parquet.js';
import { openParquetNumbers } from './parquet-numbers.js';

const golden = (name: string): Buffer =>
  readFileSync(new URL(`../../../test/golden/pyarrow-vectors/${name}`, import.meta.url));
const { vectors } = JSON.parse(golden('vectors.json').toString()) as { vectors: readonly number[][] };

/** The bytes of a file, and how many of them were asked for. */
const bytesOf = (content: Uint8Array): ParquetBytes & { asked: number } => {
  const bytes = {
    asked: 0,
    byteLength: content.byteLength,
    slice: (start: number, end = content.byteLength) => {
      bytes.asked += end - start;
      return new Uint8Array(content.subarray(start, end)).buffer;
    },
  };
  return bytes;
};

const allNumbers = async (content: Uint8Array, column = 'embedding'): Promise<readonly number[]> => {
  const { pages, read } = await openParquetNumbers('x.parquet', bytesOf(content), column);
  const numbers: number[] = [];
  for (const place of pages.keys()) numbers.push(...Array.from((await read(place)).values));
  return numbers;
};

const TINY = ['tiny-pages', 'tiny-pages-v2', 'tiny-dictionary-pages'];

describe('numbers of a Parquet file', () => {
  it.each([...TINY, 'float32', 'stream-split', 'plain', 'row-groups'])(
    '%s are read page by page',
    async (name) => {
      expect((await allNumbers(golden(`${name}.parquet`))).map(Math.fround)).toEqual(vectors.flat());
    },
  );

  it.each(TINY)('%s: pages say where they begin and where lists do', async (name) => {
    const { pages, read } = await openParquetNumbers(
      'x.parquet',
      bytesOf(golden(`${name}.parquet`)),
      'embedding',
    );
    expect(pages.length).toBeGreaterThan(4);
    let first = 0;
    for (const [place, page] of pages.entries()) {
      expect(page.first).toBe(first);
      const { levels, gap } = await read(place);
      expect(gap).toBeUndefined();
      expect(Array.from(levels, (level, i) => [level === 0, page.first + i])).toEqual(
        Array.from({ length: page.count }, (_, i) => [(page.first + i) % 3 === 0, page.first + i]),
      );
      first += page.count;
    }
  });

  it('of one list may be on several pages', async () => {
    const { pages } = await openParquetNumbers(
      'x.parquet',
      bytesOf(golden('tiny-pages.parquet')),
      'embedding',
    );
    expect(pages.some(({ first }) => first % 3 !== 0)).toBe(true);
  });

  it('are read from their page and no other', async () => {
    const bytes = bytesOf(golden('tiny-pages.parquet'));
    const { read } = await openParquetNumbers('x.parquet', bytes, 'embedding');
    bytes.asked = 0;
    await read(3);
    expect(bytes.asked).toBeGreaterThan(0);
    expect(bytes.asked).toBeLessThan(100);
  });

  it.each([
    ['null-number', { at: 4, of: 'number' }],
    ['null-vector', { at: 0, of: 'list' }],
    ['empty-vector', { at: 0, of: 'numbers' }],
  ])('%s has a gap', async (name, expected) => {
    const { pages, read } = await openParquetNumbers(
      'x.parquet',
      bytesOf(golden(`${name}.parquet`)),
      'embedding',
    );
    const found = await Promise.all(pages.map((_, place) => read(place)));
    expect(found.flatMap(({ gap }) => gap ?? [])).toEqual([expected]);
  });

  it.each([...TINY, 'float32', 'float64', 'stream-split', 'plain', 'beir-emb'])(
    '%s with changed bytes are read or an InputError',
    async (name) => {
      const whole = golden(`${name}.parquet`);
      const column = name === 'beir-emb' ? 'emb' : 'embedding';
      await fc.assert(
        fc.asyncProperty(changedBytes(whole), async (changed) => {
          const outcome: unknown = await allNumbers(changed, column).catch((error: unknown) => error);
          expect(Array.isArray(outcome) || outcome instanceof InputError).toBe(true);
        }),
        { numRuns: 300 },
      );
    },
  );
});
