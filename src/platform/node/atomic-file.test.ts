import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeAtomic } from './atomic-file.js';

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
