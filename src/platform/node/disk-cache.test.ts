import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diskCache, noCache } from './disk-cache.js';

const folder = () => mkdtemp(join(tmpdir(), 'r2med-cache-'));
const silent = () => {};

describe('disk cache', () => {
  it('gives back what was put, for an equal key in any key order', async () => {
    const cache = diskCache(await folder(), silent);
    await cache.put({ a: 1, b: 2 }, [Uint8Array.of(1, 2), Uint8Array.of(3)]);
    expect([...(await cache.get({ b: 2, a: 1 }))!]).toEqual([1, 2, 3]);
    expect(await cache.get({ a: 1, b: 3 })).toBeUndefined();
  });

  it('leaves no unfinished files behind', async () => {
    const root = await folder();
    await diskCache(root, silent).put('key', [Uint8Array.of(1)]);
    const files = await readdir(root, { recursive: true });
    expect(files.filter((file) => file.endsWith('.unfinished'))).toEqual([]);
    expect(files).toHaveLength(2);
  });

  it('takes a damaged or cut entry for absent, and says so', async () => {
    const root = await folder();
    const notes: string[] = [];
    const cache = diskCache(root, (line) => notes.push(line));
    await cache.put('key', [Uint8Array.of(1, 2, 3, 4)]);
    const [file] = (await readdir(root, { recursive: true })).filter((name) => name.length > 2);
    const path = join(root, file!);
    const whole = await readFile(path);
    await writeFile(path, whole.with(2, 9));
    expect(await cache.get('key')).toBeUndefined();
    await writeFile(path, whole.subarray(0, 3));
    expect(await cache.get('key')).toBeUndefined();
    await writeFile(path, whole);
    expect(await cache.get('key')).toHaveLength(4);
    expect(notes.filter((line) => line.includes('is damaged'))).toHaveLength(2);
  });

  it('that cannot be written says so once and works as if empty', async () => {
    const file = join(await folder(), 'file');
    await writeFile(file, '');
    const notes: string[] = [];
    const cache = diskCache(join(file, 'below-a-file'), (line) => notes.push(line));
    await cache.put('a', [Uint8Array.of(1)]);
    await cache.put('b', [Uint8Array.of(1)]);
    expect(await cache.get('a')).toBeUndefined();
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain('cannot be written');
  });

  it('can be left out', async () => {
    await noCache.put('a', [Uint8Array.of(1)]);
    expect(await noCache.get('a')).toBeUndefined();
  });
});
