import { lstatSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { placeInSnapshot } from './partial-file.js';

const setting = () => {
  const folder = writtenFolder({ 'blobs/abc': 'content' });
  const snapshot = join(folder, 'snapshots', 'r');
  return { folder, snapshot, blob: join(folder, 'blobs', 'abc'), blobs: join(folder, 'blobs') };
};

const unlinkable = async (): Promise<void> => {
  throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
};

describe('a blob in a snapshot', () => {
  it.each([
    ['corpus.jsonl', '../../blobs/abc'],
    ['hyde/gpt4/query_with_hydoc.jsonl', '../../../../blobs/abc'],
  ])('is a relative link: %s', async (name, text) => {
    const { snapshot, blob, blobs } = setting();
    await placeInSnapshot(blob, join(snapshot, name));
    expect(readlinkSync(join(snapshot, name))).toBe(text);
    expect(readFileSync(join(snapshot, name), 'utf8')).toBe('content');
    expect(readdirSync(blobs)).toEqual(['abc']);
  });

  it('is a copy where links are impossible', async () => {
    const { snapshot, blob, blobs } = setting();
    await placeInSnapshot(blob, join(snapshot, 'corpus.jsonl'), unlinkable);
    expect(lstatSync(join(snapshot, 'corpus.jsonl')).isFile()).toBe(true);
    expect(readFileSync(join(snapshot, 'corpus.jsonl'), 'utf8')).toBe('content');
    expect(readdirSync(blobs)).toEqual(['abc']);
  });

  it('takes the place of a file, of a link and of a dangling link', async () => {
    const { snapshot, blob } = setting();
    const target = join(snapshot, 'corpus.jsonl');
    await placeInSnapshot(blob, target);
    await placeInSnapshot(blob, target);
    await placeInSnapshot(blob, target, unlinkable);
    writeFileSync(target, 'old');
    await placeInSnapshot(blob, target);
    symlinkSync('../../blobs/gone', join(snapshot, 'query.jsonl'));
    await placeInSnapshot(blob, join(snapshot, 'query.jsonl'));
    expect(readlinkSync(target)).toBe('../../blobs/abc');
    expect(readFileSync(join(snapshot, 'query.jsonl'), 'utf8')).toBe('content');
  });

  it('that is not there leaves nothing', async () => {
    const { snapshot, blobs } = setting();
    await expect(placeInSnapshot(join(blobs, 'gone'), join(snapshot, 'a'), unlinkable)).rejects.toThrow(
      'ENOENT',
    );
    expect(readdirSync(snapshot)).toEqual([]);
    expect(readdirSync(blobs)).toEqual(['abc']);
  });
});
