import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { jsonl, writtenFolder } from '../../test/support/written-folder.js';
import { documentsById, fullText } from '../core/index.js';
import { openCorpus } from './open-corpus.js';
import { openFolder } from './open-folder.js';

const ROWS = jsonl({ id: 'a', text: 'urate' }, { id: 'b', text: 'iron' });

const textsOf = async (path: string) => {
  const { corpus } = await openCorpus(path);
  return [...(await documentsById(corpus)).values()].map(fullText);
};

describe('a corpus by itself', () => {
  it('is a folder with documents and nothing else, named after the folder', async () => {
    const folder = writtenFolder({ 'corpus.jsonl': ROWS }, 'library');
    expect((await openCorpus(folder)).name).toBe('library');
    expect(await textsOf(folder)).toEqual(['urate', 'iron']);
  });

  it('is the file itself, plain or zipped', async () => {
    const folder = writtenFolder({ 'any.jsonl': ROWS, 'corpus.jsonl.gz': gzipSync(ROWS) }, 'library');
    expect(await textsOf(join(folder, 'any.jsonl'))).toEqual(['urate', 'iron']);
    expect(await textsOf(folder)).toEqual(['urate', 'iron']);
    expect((await openCorpus(join(folder, 'any.jsonl'))).name).toBe('library');
  });

  it('may be BEIR’s, with titles', async () => {
    const folder = writtenFolder({ 'corpus.jsonl': jsonl({ _id: 'a', title: 'Gout', text: 'urate' }) });
    expect(await textsOf(folder)).toEqual(['Gout\nurate']);
  });

  it('has the key that a task with the same documents has, so that indexes are shared', async () => {
    const folder = writtenFolder({
      'corpus.jsonl': ROWS,
      'query.jsonl': jsonl({ id: 'q', text: 'x' }),
      'qrels.jsonl': jsonl({ q_id: 'q', p_id: 'a', score: 1 }),
    });
    expect((await openCorpus(folder)).corpus.key).toBe((await openFolder(folder)).corpus.key);
  });

  it.each([
    [{}, 'no corpus'],
    [{ 'corpus.jsonl': jsonl({ name: 'a' }) }, 'corpus.jsonl:1'],
  ])('that is none is an error that says so', async (files, said) => {
    await expect(openCorpus(writtenFolder(files))).rejects.toThrow(said);
  });
});
