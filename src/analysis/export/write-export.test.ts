import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/command.js';
import { writeExport } from './index.js';

const files = [
  { path: 'a/one.txt', content: 'one' },
  { path: 'two.txt', content: async () => Buffer.from('two') },
];

const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');

describe('writeExport', () => {
  it('makes the folder whole, and does the same again without a word', async () => {
    const out = join(temporaryFolder(), 'x', 'out');
    const written = await writeExport(out, files);
    expect(written).toEqual([join(out, 'a/one.txt'), join(out, 'two.txt')]);
    expect([read(out, 'a/one.txt'), read(out, 'two.txt')]).toEqual(['one', 'two']);
    await writeExport(out, files);
    expect(readdirSync(dirname(out))).toEqual(['out']);
  });

  it('leaves other files alone, and replaces files with other content only with overwrite', async () => {
    const out = join(temporaryFolder(), 'out');
    mkdirSync(out);
    writeFileSync(join(out, 'two.txt'), 'of somebody else');
    writeFileSync(join(out, 'mine.txt'), 'mine');
    await expect(writeExport(out, files)).rejects.toThrow('1 files with other content: two.txt');
    expect(readdirSync(out).sort()).toEqual(['mine.txt', 'two.txt']);
    await writeExport(out, files, { overwrite: true });
    expect([read(out, 'two.txt'), read(out, 'mine.txt'), read(out, 'a/one.txt')]).toEqual([
      'two',
      'mine',
      'one',
    ]);
    expect(readdirSync(dirname(out))).toEqual(['out']);
  });

  it('leaves nothing where a file cannot be made', async () => {
    const parent = temporaryFolder();
    const broken = { path: 'b.txt', content: () => Promise.reject(new Error('damaged')) };
    await expect(writeExport(join(parent, 'out'), [...files, broken])).rejects.toThrow('damaged');
    expect(readdirSync(parent)).toEqual([]);
    const there = join(parent, 'there');
    mkdirSync(there);
    await expect(writeExport(there, [...files, broken], { overwrite: true })).rejects.toThrow('damaged');
    expect([readdirSync(there), readdirSync(parent)]).toEqual([[], ['there']]);
  });

  it('leaves nothing where it is stopped', async () => {
    const parent = temporaryFolder();
    const controller = new AbortController();
    const stopping = {
      path: 'b.txt',
      content: async () => {
        controller.abort(new Error('stopped'));
        return 'b';
      },
    };
    const { signal } = controller;
    await expect(writeExport(join(parent, 'out'), [stopping, ...files], { signal })).rejects.toThrow(
      'stopped',
    );
    expect(readdirSync(parent)).toEqual([]);
  });

  it('of two at once into one new folder, gives all of one and refuses the other', async () => {
    const parent = temporaryFolder();
    const out = join(parent, 'out');
    const make = (text: string) => ['a.txt', 'b.txt'].map((path) => ({ path, content: text }));
    const done = await Promise.allSettled([writeExport(out, make('1')), writeExport(out, make('2'))]);
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(read(out, 'a.txt')).toBe(read(out, 'b.txt'));
    expect(readdirSync(parent)).toEqual(['out']);
  });

  it('refuses paths that lead out of the folder, and two files of one name', async () => {
    const out = join(temporaryFolder(), 'out');
    for (const path of ['../x', 'a/../../x', '/x', 'a//b', 'a\\b', ''])
      await expect(writeExport(out, [{ path, content: '' }])).rejects.toThrow('a path');
    const twice = [
      { path: 'A.txt', content: '' },
      { path: 'a.txt', content: '' },
    ];
    await expect(writeExport(out, twice)).rejects.toThrow('two files a.txt');
    expect(existsSync(out)).toBe(false);
  });
});
