import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonl, writtenFolder } from '../../test/support/written-folder.js';
import { InputError } from '../core/index.js';
import { generationsPath, readGenerations } from './generations.js';

const FILE = 'query_with_hydoc.jsonl';
const read = (content: string | Uint8Array) =>
  readGenerations(join(writtenFolder({ [FILE]: content }), FILE));

const problem = async (content: string) => {
  const error: unknown = await read(content).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InputError);
  return (error as InputError).details;
};

const ROW = { id: 'q1', text: 'Why?', hy_doc: '<think>Hm.</think>Because.', doc_id: ['gold'] };

describe('stored generations', () => {
  it('are id, query and raw output, and never the positives', async () => {
    const rows = await read(jsonl(ROW, { id: 2, text: '', hy_doc: '' }));
    expect(rows).toEqual([
      { id: 'q1', text: 'Why?', hyDocs: ['<think>Hm.</think>Because.'] },
      { id: '2', text: '', hyDocs: [''] },
    ]);
    expect(JSON.stringify(rows)).not.toContain('gold');
  });

  it('do not care what the positives look like', async () => {
    expect(await read(jsonl({ ...ROW, doc_id: { any: 'thing' } }))).toHaveLength(1);
  });

  it('may be several for a query, the first of which also stands where R2MED has its one', async () => {
    const several = { ...ROW, hy_docs: [ROW.hy_doc, 'Or not.'] };
    expect(await read(jsonl(several, { ...ROW, id: 'q2' }, { ...ROW, id: 'q3', hy_docs: null }))).toEqual([
      { id: 'q1', text: 'Why?', hyDocs: [ROW.hy_doc, 'Or not.'] },
      { id: 'q2', text: 'Why?', hyDocs: [ROW.hy_doc] },
      { id: 'q3', text: 'Why?', hyDocs: [ROW.hy_doc] },
    ]);
    expect((await problem(jsonl(several, ROW))).found).toBe('query "q1" with other texts than in line 1');
  });

  it('are read from gzip', async () => {
    expect(await read(gzipSync(jsonl(ROW)))).toHaveLength(1);
  });

  it('that appear twice alike are stored once, and otherwise are an error that names both lines', async () => {
    expect(await read(jsonl(ROW, ROW))).toHaveLength(1);
    expect(await problem(jsonl(ROW, { ...ROW, hy_doc: 'Other.' }))).toMatchObject({
      at: { line: 2 },
      found: 'query "q1" with other texts than in line 1',
    });
  });

  it.each([
    ['{"id": "a", "text": "x"}', /no field "hy_doc" among "id, text"/],
    ['{"id": "a", "hy_doc": "x"}', /no field "text"/],
    ['{"id": "a", "text": "x", "hy_doc": null}', /"hy_doc" is null/],
    ['{"id": "a", "text": "x", "hy_doc": ["x"]}', /"hy_doc" is \[/],
    ['{"id": "a", "text": "x", "hy_doc": "', /no JSON/],
    ['{"id": "a", "text": "x", "hy_doc": "x", "hy_docs": "x"}', /"hy_docs" is /],
    ['{"id": "a", "text": "x", "hy_doc": "x", "hy_docs": []}', /"hy_docs" is \[/],
    ['{"id": "a", "text": "x", "hy_doc": "x", "hy_docs": ["x", 1]}', /"hy_docs\[1\]" is 1/],
    ['{"id": "a", "text": "x", "hy_doc": "x", "hy_docs": ["y", "x"]}', /not the first/],
  ])('that are malformed are errors with line and fix: %s', async (line, found) => {
    const thrown = await problem(`${jsonl(ROW)}${line}`);
    expect(thrown.at).toMatchObject({ line: 2 });
    expect(thrown.found).toMatch(found);
    expect(thrown.fix).toBeTruthy();
  });

  it('must be there', async () => {
    expect((await problem('')).found).toBe('an empty file');
    await expect(readGenerations(join(writtenFolder(), FILE))).rejects.toThrow(InputError);
  });

  it('give rows or an InputError for any bytes', () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 100 }), async (bytes) => {
        const rows = await read(bytes).catch((error: unknown) => error);
        expect(Array.isArray(rows) || rows instanceof InputError).toBe(true);
      }),
      { numRuns: 60 },
    ));
});

describe('the path of stored generations', () => {
  it("is the reference's, whether or not it is there", () => {
    expect(generationsPath('/data/Biology', 'hyde', 'qwen-7b')).toBe(`/data/Biology/hyde/qwen-7b/${FILE}`);
  });

  it.each([
    [['hyde/huatuo_o1_70b'], 'hyde', 'hyde/huatuo_o1_70b'],
    [['hyde/huatuo_o1_70b', 'hyde/huatuo-o1-70b'], 'hyde', 'hyde/huatuo-o1-70b'],
    [['search-o1/huatuo_o1_70b'], 'search-o1', 'search-o1/huatuo_o1_70b'],
    [['search_o1/huatuo_o1_70b'], 'search-o1', 'search_o1/huatuo_o1_70b'],
  ])('with %j there is that of %s', (folders, method, chosen) => {
    const folder = writtenFolder(Object.fromEntries(folders.map((path) => [`${path}/${FILE}`, ''])));
    expect(generationsPath(folder, method, 'huatuo-o1-70b')).toBe(join(folder, chosen, FILE));
  });

  it('may be that of a gzip', () => {
    const folder = writtenFolder({ [`hyde/gpt4/${FILE}.gz`]: '' });
    expect(generationsPath(folder, 'hyde', 'gpt4')).toBe(join(folder, 'hyde/gpt4', `${FILE}.gz`));
  });

  it.each(['', '..', '.', 'a/b', 'a\\b', '../../etc'])('is never made from a name such as %j', (name) => {
    expect(() => generationsPath('/data', 'hyde', name)).toThrow(InputError);
    expect(() => generationsPath('/data', name, 'gpt4')).toThrow(InputError);
  });
});
