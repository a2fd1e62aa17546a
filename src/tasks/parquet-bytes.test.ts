import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writtenFolder } from '../../test/support/written-folder.js';
import { WorkError } from '../core/index.js';
import { parquetBytes } from './parquet-bytes.js';

it('a file is read by range', async () => {
  const bytes = await parquetBytes(join(writtenFolder({ x: 'abcdef' }), 'x'));
  const text = async (start: number, end?: number) => Buffer.from(await bytes.slice(start, end)).toString();
  expect(bytes.byteLength).toBe(6);
  expect([await text(0, 2), await text(4), await text(3, 3), await text(4, 99)]).toEqual([
    'ab',
    'ef',
    '',
    'ef',
  ]);
});

it('a range outside of the file is an error, not other bytes', async () => {
  const bytes = await parquetBytes(join(writtenFolder({ x: 'abcdef' }), 'x'));
  for (const [start, end] of [
    [-1, 2],
    [3, 2],
    [7, 9],
    [Number.NaN, 2],
  ] as const)
    expect(() => bytes.slice(start, end)).toThrow('outside of the file');
});

it('a file that is replaced or written to between two reads is not a damaged one', async () => {
  const folder = writtenFolder({ x: 'abcdef', y: 'ghijkl' });
  const replaced = await parquetBytes(join(folder, 'x'));
  renameSync(join(folder, 'y'), join(folder, 'x'));
  await expect(replaced.slice(0, 2)).rejects.toThrow(WorkError);
  await expect(replaced.slice(0, 2)).rejects.toThrow('x was replaced while it was read');
  const written = await parquetBytes(join(folder, 'x'));
  writeFileSync(join(folder, 'x'), 'gh');
  await expect(written.slice(0, 2)).rejects.toThrow('x was replaced while it was read');
});

it('a file that cannot be read is a failure that names it', async () => {
  const path = join(writtenFolder(), 'nothing.parquet');
  await expect(parquetBytes(path)).rejects.toThrow(WorkError);
  await expect(parquetBytes(path)).rejects.toThrow(`cannot read ${path}`);
});
