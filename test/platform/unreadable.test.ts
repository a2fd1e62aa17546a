import { readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { putRelease } from '../../src/benchmarks/construction/assemble/release-folder.js';
import { changelog } from '../../src/benchmarks/construction/release/changes.js';
import { writeFolder } from '../../src/benchmarks/nano/nano-folder.js';
import { itemStore } from '../../src/platform/node/index.js';
import { r2med } from '../support/in-process.js';
import { writtenFolder } from '../support/written-folder.js';

/** What is there and cannot be read is not what is absent: it would be replaced, left out or paid for again. */

/** A link that leads to itself in place of a file, which nobody can read, not even root; the file is next to it. */
const unreadable = (file: string): void => {
  renameSync(file, `${file}.was`);
  symlinkSync(basename(file), file);
};
const LOOP = /links that lead back to themselves/;
const namesIn = (folder: string): readonly string[] => readdirSync(folder).sort();

it('a release is not replaced where its manifest cannot be read', async () => {
  const release = writtenFolder({ 'release.json': 'cited', 'data.jsonl': 'cited' });
  unreadable(join(release, 'release.json'));
  await expect(putRelease(release, async () => 'other content')).rejects.toThrow(LOOP);
  expect(readFileSync(join(release, 'data.jsonl'), 'utf8')).toBe('cited');
});

it('what earlier releases changed is not left out of the next changelog', async () => {
  const folder = writtenFolder({ 'CHANGES.md': '# Changes\n\n## 1.0.0\n\nFirst version.\n' });
  const previous = { folder, manifest: { version: '1.0.0' } } as Parameters<typeof changelog>[3];
  expect(await changelog('1.1.0', '', undefined, previous)).toMatch(/1\.1\.0.*1\.0\.0.*First version/s);
  unreadable(join(folder, 'CHANGES.md'));
  await expect(changelog('1.1.0', '', undefined, previous)).rejects.toThrow(LOOP);
});

it('a Nano set is not replaced where its manifest cannot be read', async () => {
  const folder = writtenFolder({ 'manifest.json': '{}', 'notes.txt': 'mine' });
  unreadable(join(folder, 'manifest.json'));
  await expect(writeFolder(folder, new Map([['manifest.json', '{"other": 1}']]), false)).rejects.toThrow(
    LOOP,
  );
  expect(namesIn(folder)).toContain('notes.txt');
});

const BM25 = ['--suite', 'sample', '--task', 'Biology', '--quiet'];

it('settings are not tuned again where the earlier result cannot be read', async () => {
  const cwd = writtenFolder();
  const call = () => r2med(['tune', ...BM25, '--system', 'bm25(k1=?)', '--trials', '1'], { cwd });
  expect((await call()).code).toBe(0);
  unreadable(join(cwd, 'tuning/bm25-k1.tuning.json'));
  expect(await call()).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(LOOP) });
});

it('check does not pass over a manifest that cannot be read', async () => {
  const cwd = writtenFolder();
  await r2med(['run', ...BM25, '--retriever', 'bm25'], { cwd });
  expect((await r2med(['check', '--quiet'], { cwd })).code).toBe(0);
  symlinkSync('manifest.json', join(cwd, 'results/manifest.json'));
  expect(await r2med(['check', '--quiet'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(LOOP),
  });
});

it.each([true, false])('an item that is stored, paid for: %s', async (paid) => {
  const home = writtenFolder();
  const open = () => itemStore(home, () => {})({ model: 'm' }, paid);
  const items = await open();
  await items.append([{ key: items.keyOf('a'), bytes: Uint8Array.of(7) }]);
  const segment = readdirSync(home, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('.items'),
  )!;
  unreadable(join(home, segment));
  // What is made without pay is made again.
  if (paid) await expect(open()).rejects.toThrow(LOOP);
  else expect([...(await (await open()).keys())]).toEqual([]);
});
