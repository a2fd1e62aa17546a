import { describe, expect, it } from 'vitest';
import { InputError } from '../core/index.js';
import { type GivenTask, taskOf } from './task-of.js';

const GIVEN = {
  name: 'Mine',
  documents: [
    { id: 'a', text: 'one' },
    { id: 'b', text: 'two', title: 'II' },
  ],
  queries: [
    { id: 'q1', text: 'which?' },
    { id: 'q2', text: 'and which?' },
  ],
  judgements: { q1: { a: 1, b: 0 }, q2: { b: 2 } },
} as const satisfies GivenTask;

describe('a task from plain objects', () => {
  it('is a task with a corpus, queries and judgements', async () => {
    const task = taskOf(GIVEN);
    const rows = [];
    for await (const batch of task.corpus.rows()) rows.push(...batch);
    expect(rows).toEqual(GIVEN.documents);
    expect(task.queries).toEqual(GIVEN.queries);
    expect(task.judgements.get('q2')).toEqual(new Map([['b', 2]]));
    expect(await task.statistics()).toEqual({
      queries: 2,
      documents: 2,
      uniqueDocuments: 2,
      judgements: 3,
      notes: [],
    });
  });

  it('takes judgements as objects, maps or lists, and is the same task', () => {
    const maps = new Map([
      ['q1', new Map([['a', 1] as const, ['b', 0] as const])],
      ['q2', new Map([['b', 2]])],
    ]);
    expect(taskOf({ ...GIVEN, judgements: maps }).contentHash).toBe(taskOf(GIVEN).contentHash);
    expect(taskOf({ ...GIVEN, judgements: { q1: ['a'] } }).judgements.get('q1')).toEqual(new Map([['a', 1]]));
  });

  it('carries nothing of a query but id and text', () => {
    const queries = [{ id: 'q1', text: 'which?', answer: 'gold' }];
    const [query] = taskOf({ ...GIVEN, queries, judgements: { q1: ['a'] } }).queries;
    expect(query).toEqual({ id: 'q1', text: 'which?' });
  });

  it.each([
    ['another document', { documents: [...GIVEN.documents, { id: 'c', text: 'three' }] }],
    ['another text', { documents: [GIVEN.documents[0], { id: 'b', text: 'two!' }] }],
    ['another query', { queries: [GIVEN.queries[0], { id: 'q2', text: 'what?' }] }],
    ['another grade', { judgements: { q1: { a: 1, b: 1 }, q2: { b: 2 } } }],
  ])('of %s has another content hash', (_, change) => {
    expect(taskOf({ ...GIVEN, ...change }).contentHash).not.toBe(taskOf(GIVEN).contentHash);
  });

  it('of the same content has the same hash under any name', () => {
    expect(taskOf({ ...GIVEN, name: 'Other' }).contentHash).toBe(taskOf(GIVEN).contentHash);
  });

  it.each([
    ['no name', { name: '' }, 'without a name'],
    ['no documents', { documents: [] }, 'no document'],
    ['a document without text', { documents: [{ id: 'a' }] as never }, 'document 1 without an id or a text'],
    ['a query twice', { queries: [GIVEN.queries[0], GIVEN.queries[0]] }, 'query "q1" twice'],
    ['judgements of another query', { judgements: { q9: { a: 1 } } }, 'judgements for "q9"'],
    ['half a grade', { judgements: { q1: { a: 0.5 } } }, 'the grade 0.5'],
    ['no judgements', { judgements: {} }, 'no judgements'],
  ])('is refused with %s', (_, change, found) => {
    expect(() => taskOf({ ...GIVEN, ...change })).toThrow(InputError);
    expect(() => taskOf({ ...GIVEN, ...change })).toThrow(found);
  });

  it('says what does not fit together', async () => {
    const documents = [...GIVEN.documents, { id: 'a', text: 'again' }];
    const { notes } = await taskOf({ ...GIVEN, documents, judgements: { q1: { z: 1 } } }).statistics();
    expect(notes.join(' ')).toContain('the id of an earlier one');
    expect(notes.join(' ')).toContain('not in the corpus');
  });
});
