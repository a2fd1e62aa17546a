import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testTools } from '../../test/support/tools.js';
import { type Files, jsonl, writtenFolder } from '../../test/support/written-folder.js';
import { openFolder } from './open-folder.js';

const SOUND = {
  'corpus.jsonl': jsonl({ id: 'd1', text: 'Koplik spots' }, { id: 'd2', text: 'Strawberry tongue' }),
  'query.jsonl': jsonl({ id: 'q1', text: 'A rash that began behind the ears' }),
  'qrels.jsonl': jsonl({ q_id: 'q1', p_id: 'd1', score: 1 }),
};

const statisticsOf = async (files: Files) =>
  (await openFolder(writtenFolder({ ...SOUND, ...files }))).statistics();

describe('task statistics', () => {
  it('of a sound task counts and has nothing to say', async () => {
    expect(await statisticsOf({})).toEqual({
      queries: 1,
      documents: 2,
      uniqueDocuments: 2,
      judgements: 1,
      notes: [],
    });
  });

  it('counts judgements for unknown documents and unknown queries, and keeps them', async () => {
    const rows = ['q1 0 d1 1', 'q1 0 gone 1', 'q9 0 d1 1'].join('\n');
    const { 'qrels.jsonl': _, ...rest } = SOUND;
    const task = await openFolder(writtenFolder({ ...rest, 'qrels.txt': rows }));
    expect([...task.judgements].map(([query, grades]) => [query, ...grades.keys()])).toEqual([
      ['q1', 'd1', 'gone'],
      ['q9', 'd1'],
    ]);
    expect(await task.statistics()).toMatchObject({
      judgements: 3,
      notes: [
        '1 judged query is not in the query file: without a ranking, so scored 0.',
        '1 judgement names a document not in the corpus: still in the ideal ranking and in recall.',
      ],
    });
  });

  it('names queries without judgements, which stay queries', async () => {
    const queries = jsonl(...['q1', 'q2', 'q3'].map((id) => ({ id, text: 'x' })));
    expect(await statisticsOf({ 'query.jsonl': queries })).toMatchObject({
      queries: 3,
      notes: ['2 queries have no judgements: searched with, not scored.'],
    });
  });

  it.each([
    [
      'repeated documents',
      { id: 'd1', text: 'y' },
      'corpus.jsonl: 1 row repeats the id of an earlier one; BM25 counts every row, ' +
        'everything else keeps the last text of an id.',
    ],
    ['empty documents', { id: 'd3', text: ' ' }, 'corpus.jsonl: 1 document has no text.'],
    ['numbers as ids', { id: 3, text: 'y' }, 'corpus.jsonl: 1 id is a number, read as text.'],
  ])('counts %s', async (_, row, note) => {
    const statistics = await statisticsOf({ 'corpus.jsonl': SOUND['corpus.jsonl'] + jsonl(row) });
    expect(statistics).toMatchObject({ documents: 3, notes: [note] });
  });

  it('counts texts with lone surrogates', async () => {
    const { notes } = await statisticsOf({ 'corpus.jsonl': '{"id": "d1", "text": "\\ud800"}\n' });
    expect(notes).toEqual(['corpus.jsonl: 1 text has a lone surrogate, read as U+FFFD.']);
  });

  it('mentions negative grades, and judgements of which none is relevant', async () => {
    const judgements = jsonl({ q_id: 'q1', p_id: 'd1', score: 0 }, { q_id: 'q1', p_id: 'd2', score: -2 });
    expect((await statisticsOf({ 'qrels.jsonl': judgements })).notes).toEqual([
      '1 grade is negative: counted as not relevant.',
      'No judgement is 1 or more, so every score will be 0.',
    ]);
  });

  it('does not call a document with only a title empty', async () => {
    const folder = writtenFolder({
      'corpus.jsonl': jsonl({ _id: 'd1', title: 'Measles', text: '' }),
      'queries.jsonl': jsonl({ _id: 'q1', text: 'x' }),
      'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t1\n',
    });
    expect((await (await openFolder(folder)).statistics()).notes).toEqual([]);
  });

  it('fails where the corpus is malformed far behind its first rows', async () => {
    const rows = Array.from({ length: 600 }, (_, i) => ({ id: `d${i}`, text: 'x' }));
    const corpus = `${jsonl(...rows)}{"id": "d600", "te`;
    await expect(statisticsOf({ 'corpus.jsonl': corpus })).rejects.toThrow(/corpus\.jsonl:601: no JSON/);
  });

  it('are cached: the same files are not read again, others are', async () => {
    const { cache, stored } = testTools();
    const folder = writtenFolder({
      ...SOUND,
      'corpus.jsonl': jsonl({ id: 'd1', text: 'Koplik spots' }, { id: 'd1', text: '' }, { id: 3, text: 'x' }),
      'qrels.jsonl': jsonl({ q_id: 'q1', p_id: 'd1', score: 1 }, { q_id: 'q1', p_id: 'gone', score: 1 }),
    });
    const counted = await (await openFolder(folder)).statistics(cache);
    expect(counted.notes).toHaveLength(4);
    const again = await openFolder(folder);
    writeFileSync(join(folder, 'corpus.jsonl'), 'read again\n');
    expect(await again.statistics(cache)).toEqual(counted);
    writeFileSync(join(folder, 'corpus.jsonl'), jsonl({ id: 'd1', text: 'Koplik spots' }));
    expect(await (await openFolder(folder)).statistics(cache)).toMatchObject({ documents: 1 });
    writeFileSync(join(folder, 'qrels.jsonl'), SOUND['qrels.jsonl']);
    expect((await (await openFolder(folder)).statistics(cache)).notes).toEqual([]);
    expect(stored.size).toBe(3);
  });
});
