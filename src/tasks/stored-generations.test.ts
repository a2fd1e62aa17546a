import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonl, writtenFolder } from '../../test/support/written-folder.js';
import { InputError, WorkError } from '../core/index.js';
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
    const misspelt = storedGenerations(await openFolder(folder), 'hyde', 'gpt-4', 'published', [
      'gpt-5',
      'gpt4',
    ]);
    await expect(misspelt).rejects.toThrow(/did you mean hyde\(gpt4\)\?.*--generations new/);
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

describe('texts of another task', () => {
  const row = (id: string, text: string) => ({ id, text, hy_doc: `about ${text}`, doc_id: [] });
  const QUERIES = [row('q1', 'swollen  toe\n'), row('q2', 'tired'), row('q3', 'bowed legs')];
  const task = () =>
    openFolder(
      writtenFolder(
        {
          'corpus.jsonl': jsonl({ id: 'd', text: 'x' }),
          'query.jsonl': jsonl(...QUERIES.map(({ id, text }) => ({ id, text }))),
          'qrels.jsonl': jsonl({ q_id: 'q1', p_id: 'd', score: 1 }),
        },
        'Joints',
      ),
    );
  const from = async (files: Readonly<Record<string, string>>, method = 'hyde') =>
    storedGenerations(await task(), method, 'gpt4', writtenFolder(files));
  const problem = async (...asked: Parameters<typeof from>) => {
    const error: unknown = await from(...asked).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).details;
  };

  it('are refused by their ids, with how many, the first and its line', async () => {
    const rows = [QUERIES[0], row('k1', 'tired'), QUERIES[1], row('k2', 'bowed legs')];
    expect(await problem({ [path('hyde/gpt4')]: jsonl(...rows) })).toMatchObject({
      at: { line: 2 },
      found: '2 of 4 ids that are not queries of Joints, first "k1"',
      fix: 'give the texts of Joints with --generations, or write them with r2med generate',
    });
  });

  it('are refused by the texts of the queries where the ids are the same', async () => {
    const rows = [QUERIES[0], row('q2', 'cold hands'), row('q3', 'bow legs')];
    expect(await problem({ [path('hyde/gpt4')]: jsonl(...rows) })).toMatchObject({
      at: { line: 2 },
      found: '2 of 3 queries with other texts than in Joints, first "q2": "cold hands" instead of "tired"',
    });
  });

  it('are those of this one where only spaces differ, or some are missing', async () => {
    const rows = [row('q1', ' swollen toe'), QUERIES[2]];
    const { texts, note } = await from({ [path('hyde/gpt4')]: jsonl(...rows) });
    expect([[...texts.keys()], note]).toEqual([['q1', 'q3'], undefined]);
  });

  const recorded = (
    method: string,
    writer: object,
    contentHash: string,
  ): Readonly<Record<string, string>> => ({
    [path(`${method}/gpt4`)]: jsonl(...QUERIES),
    [`${method}/gpt4/generation.json`]: JSON.stringify({
      version: 1,
      method,
      llm: { name: 'gpt4', spec: {}, reasoning: 'none' },
      writer,
      sampling: {},
      samples: 1,
      task: { name: 'Joints', suite: 's', revision: 'r', contentHash },
      counts: { queries: 3, written: 3, failed: 0, unanswered: 0 },
      complete: true,
      usage: { calls: 3, tokensIn: 1, tokensOut: 1, estimated: 0 },
      provenance: { tool: 'r2med', at: '2026-01-01T00:00:00.000Z' },
    }),
  });

  it('of the same queries are used where the query is all that was read, and that is said', async () => {
    const { texts, note } = await from(recorded('hyde', { method: 'hyde' }, 'other'));
    expect(texts.size).toBe(3);
    expect(note).toContain('written for another version of Joints with the same queries');
    expect((await from(recorded('hyde', {}, (await task()).contentHash))).note).toBeUndefined();
  });

  it('of the same queries are refused where other documents were read', async () => {
    const lamer = { method: 'lamer', retriever: {} };
    expect((await problem(recorded('lamer', lamer, 'other'), 'lamer')).found).toBe(
      'texts of lamer for another version of Joints: its writer read other documents',
    );
    const outside = { method: 'search-o1', retriever: {}, corpus: { name: 'books', key: 'k' } };
    expect((await from(recorded('search-o1', outside, 'other'), 'search-o1')).texts.size).toBe(3);
  });

  it('that were published with the task are used, and what differs is said', async () => {
    const folder = writtenFolder({
      ...TASK,
      [path('hyde/gpt4')]: jsonl({ id: 'q', text: 'another', hy_doc: 'Gout.', doc_id: ['d'] }),
    });
    const opened = await openFolder(folder, { suite: 'r2med' });
    const { texts, note } = await storedGenerations(opened, 'hyde', 'gpt4');
    expect([texts.size, note]).toEqual([1, expect.stringContaining('1 of 1 queries with other texts')]);
  });
});
