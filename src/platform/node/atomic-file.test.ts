import { mkdirSync, rmdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolders, writeAtomic } from './atomic-file.js';

/** Makes a folder after another process has done something. */
const after = (...others: readonly (() => void)[]) => {
  const left = [...others];
  return (folder: string): void => {
    left.shift()?.();
    mkdirSync(folder);
  };
};

it('makes the folders it needs and joins the parts', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'r2med-whole-')), 'a', 'b.txt');
  await writeAtomic(file, ['one\n', 'two\n']);
  expect(await readFile(file, 'utf8')).toBe('one\ntwo\n');
});

it('a source that fails half-way leaves the old file and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'r2med-whole-'));
  const file = join(folder, 'b.txt');
  await writeAtomic(file, ['old']);
  const failing = async function* () {
    yield 'new';
    throw new Error('the disk is full');
  };
  await expect(writeAtomic(file, failing())).rejects.toThrow('the disk is full');
  expect(await readFile(file, 'utf8')).toBe('old');
  expect(await readdir(folder)).toEqual(['b.txt']);
});

it('makes a folder where another process removes the one above it as empty, between our look and our call', async () => {
  const above = join(await mkdtemp(join(tmpdir(), 'r2med-folders-')), 'steps');
  mkdirSync(above);
  const make = after(() => rmdirSync(above));
  expect(makeFolders(join(above, 'pool'), { make })).toBe(above);
  expect(await readdir(above)).toEqual(['pool']);
});

it('makes a folder that was there at our call, and was removed as empty before our look', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'r2med-folders-')), 'steps');
  const make = after(() => {
    throw Object.assign(new Error('file already exists'), { code: 'EEXIST' });
  });
  expect(makeFolders(folder, { make })).toBe(folder);
  expect(await readdir(folder)).toEqual([]);
});

it('gives up on a folder that can never be made', () => {
  expect(() => makeFolders('/proc/self/steps')).toThrow();
});
