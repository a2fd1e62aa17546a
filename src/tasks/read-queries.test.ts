import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonl, writtenFolder } from '../../test/support/written-folder.js';
import { InputError } from '../core/index.js';
import { folderFormats } from './formats/index.js';
import { readQueries } from './read-queries.js';

const read = (content: string, format: 'r2med' | 'beir' = 'r2med') =>
  readQueries(
    { path: join(writtenFolder({ 'query.jsonl': content }), 'query.jsonl'), name: 'query.jsonl' },
    folderFormats[format],
  );

const problem = async (content: string) => {
  const error: unknown = await read(content).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InputError);
  return (error as InputError).details;
};

describe('queries', () => {
  it('carry id and text, and gold stands apart', async () => {
    const row = { id: 'q1', text: 'Why?', doc_id: ['d1', 2], answer: 'gout', body_system: 'Skeletal' };
    const { queries, labels, positives, notes } = await read(jsonl(row));
    expect(queries).toEqual([{ id: 'q1', text: 'Why?' }]);
    expect([...labels]).toEqual([['q1', { answer: 'gout', bodySystem: 'Skeletal' }]]);
    expect([...positives]).toEqual([['q1', ['d1', '2']]]);
    expect(notes).toEqual([]);
  });

  it('may lack labels and positives, or have null or one id for them', async () => {
    const { labels, positives } = await read(
      jsonl(
        { id: 'a', text: 'x' },
        { id: 'b', text: 'x', doc_id: null, answer: null },
        { id: 'c', text: 'x', doc_id: 'd', body_system: 'Skin' },
        { id: 'd', text: 'x', doc_id: [] },
      ),
    );
    expect([...labels]).toEqual([['c', { bodySystem: 'Skin' }]]);
    expect([...positives]).toEqual([['c', ['d']]]);
  });

  it('have labels that are not text left out, with a note', async () => {
    const { labels, notes } = await read(jsonl({ id: 'a', text: 'x', answer: ['gout'], body_system: 3 }));
    expect(labels.size).toBe(0);
    expect(notes).toEqual(['query.jsonl: 2 labels are not text and left out.']);
  });

  it("of BEIR have other tools' fields left alone", async () => {
    const { queries, labels, positives } = await read(
      jsonl({ _id: 'q', text: 'x', doc_id: 7, answer: 'a', metadata: {} }),
      'beir',
    );
    expect(queries).toEqual([{ id: 'q', text: 'x' }]);
    expect(labels.size + positives.size).toBe(0);
  });

  it('that appear twice with one text are stored once, with a note', async () => {
    const { queries, notes } = await read(
      jsonl({ id: 'a', text: 'x' }, { id: 'b', text: 'y' }, { id: 'a', text: 'x' }),
    );
    expect(queries.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(notes).toEqual(['query.jsonl: 1 repeated query left out.']);
  });

  it('that stand twice with different texts are an error that names both lines', async () => {
    const thrown = await problem(`${jsonl({ id: 'a', text: 'x' })}\n${jsonl({ id: 'a', text: 'y' })}`);
    expect(thrown).toMatchObject({ at: { line: 3 }, found: 'query "a" with another text than in line 1' });
    expect(thrown.fix).toBeTruthy();
  });

  it('may be empty and have numbers as ids, with a note each', async () => {
    const { queries, notes } = await read(jsonl({ id: 1, text: '' }, { id: 2, text: ' \n' }));
    expect(queries.map(({ id }) => id)).toEqual(['1', '2']);
    expect(notes).toEqual([
      'query.jsonl: 2 ids are numbers, read as text.',
      'query.jsonl: 2 queries have no text.',
    ]);
  });

  it('must be there', async () => {
    expect((await problem('\n')).found).toBe('an empty file');
  });

  it.each([
    ['{"id": "a"}', /no field "text" among "id"/],
    ['{"id": "a", "text": null}', /"text" is null/],
    ['{"id": "a", "text": "x", "doc_id": [null]}', /id /],
    ['{"id": "a", "text": "x", "doc_id": [[]]}', /id /],
    ['{"id": "a", "text": "x", "doc_id": {}}', /id /],
  ])('that are malformed are errors with line and fix: %s', async (line, found) => {
    const thrown = await problem(`${jsonl({ id: 'z', text: 'z' })}${line}`);
    expect(thrown.at).toMatchObject({ line: 2 });
    expect(thrown.found).toMatch(found);
    expect(thrown.fix).toBeTruthy();
  });
});
