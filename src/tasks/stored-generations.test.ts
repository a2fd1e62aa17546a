import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonl, writtenFolder } from '../../test/written-folder.js';
import { WorkError } from '../core/index.js';
import { openFolder } from './open-folder.js';
import { generationsIn, storedGenerations } from './stored-generations.js';

const TASK = {
  'corpus.jsonl': jsonl({ id: 'd', text: 'x' }),
  'query.jsonl': jsonl({ id: 'q', text: 'x' }),
  'qrels.jsonl': jsonl({ q_id: 'q', p_id: 'd', score: 1 }),
};
const written = (hy_doc: string): string => jsonl({ id: 'q', text: 'x', hy_doc, doc_id: ['d'] });
const path = (...folders: string[]): string => join(...folders, 'query_with_hydoc.jsonl');

describe('the stored generations of a task', () => {
  it('are those in its own folder', async () => {
    const folder = writtenFolder({ ...TASK, [path('hyde/gpt4')]: written('Gout.') });
    const { texts, source, hash } = await storedGenerations(await openFolder(folder), 'hyde', 'gpt4');
    expect([...texts]).toEqual([['q', ['Gout.']]]);
    expect(source).toBe(path(folder, 'hyde/gpt4'));
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('may stand in a file, or in another folder with or without a level for the task', async () => {
    const task = await openFolder(writtenFolder(TASK, 'Joints'));
    const folder = writtenFolder({
      [path('Joints/hyde/gpt4')]: written('with'),
      [path('lamer/gpt4')]: written('without'),
      'own.jsonl': written('file'),
    });
    const textOf = async (method: string, from: string) =>
      [...(await storedGenerations(task, method, 'gpt4', from)).texts.values()][0]?.join();
    expect(await textOf('hyde', folder)).toBe('with');
    expect(await textOf('lamer', folder)).toBe('without');
    expect(await textOf('hyde', join(folder, 'own.jsonl'))).toBe('file');
  });

  it('that are not there are a failure that names what is', async () => {
    const folder = writtenFolder({ ...TASK, [path('hyde/o3_mini')]: written('x') });
    expect(await generationsIn(folder)).toEqual(['hyde/o3_mini']);
    const asked = storedGenerations(await openFolder(folder), 'hyde', 'gpt4');
    await expect(asked).rejects.toThrow(WorkError);
    await expect(asked).rejects.toThrow(/no texts of hyde by gpt4 .*hyde\/o3_mini/);
  });

  it('are all that were written for a query', async () => {
    const several = jsonl({
      id: 'q',
      text: 'x',
      hy_doc: 'Gout.',
      hy_docs: ['Gout.', 'Sepsis.'],
      doc_id: ['d'],
    });
    const folder = writtenFolder({ ...TASK, [path('diagnose/gpt4')]: several });
    const { texts } = await storedGenerations(await openFolder(folder), 'diagnose', 'gpt4');
    expect([...texts]).toEqual([['q', ['Gout.', 'Sepsis.']]]);
  });

  it('carry a hash that changes with the texts', async () => {
    const hashOf = async (text: string) => {
      const folder = writtenFolder({ ...TASK, [path('hyde/gpt4')]: written(text) });
      return (await storedGenerations(await openFolder(folder), 'hyde', 'gpt4')).hash;
    };
    expect(await hashOf('a')).toBe(await hashOf('a'));
    expect(await hashOf('a')).not.toBe(await hashOf('b'));
  });
});
