import { describe, expect, it } from 'vitest';
import { InputError, WorkError } from './errors.js';
import { byPrefix, lookup, nearest } from './lookup.js';

describe('lookup', () => {
  const registry = { bm25: 1, 'bm25-lucene': 2, lsa: 3 };

  it('finds a row by its name', () => {
    expect(lookup('retriever', registry, 'lsa')).toBe(3);
  });

  it('lists the names and the nearest one when there is none', () => {
    expect(() => lookup('retriever', registry, 'bm52')).toThrow(
      'unknown retriever "bm52"; expected one of bm25, bm25-lucene, lsa\n  Fix: did you mean "bm25"?',
    );
  });

  it('lists no page of names', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`model-${i}`, i]));
    expect(() => lookup('model', many, 'nodel-29')).toThrow(
      /model-23 and 6 more\n {2}Fix: did you mean "model-29"\?$/,
    );
  });

  it('does not find what every object has', () => {
    expect(() => lookup('retriever', registry, 'constructor')).toThrow(InputError);
    expect(() => lookup('retriever', registry, '__proto__')).toThrow(InputError);
  });

  it('suggests nothing when nothing is near', () => {
    expect(nearest('zzzzzzzzzz', ['bm25', 'lsa'])).toBeUndefined();
    expect(nearest('', [])).toBeUndefined();
  });
});

describe('errors', () => {
  it('say where, what, what was expected and what to do', () => {
    const error = new InputError({
      at: { file: 'qrels.jsonl', line: 17 },
      found: 'no field "score"',
      expected: 'q_id, p_id, score',
      fix: 'fetch the task again',
    });
    expect(error.message).toBe(
      'qrels.jsonl:17: no field "score"; expected q_id, p_id, score\n  Fix: fetch the task again',
    );
  });

  it('leave out what is not known', () => {
    expect(new InputError({ found: 'nothing' }).message).toBe('nothing');
    expect(new WorkError('the disk is full').message).toBe('the disk is full');
    expect(new WorkError('the disk is full', 'make room').message).toBe('the disk is full\n  Fix: make room');
  });
});

describe('a name with a prefix', () => {
  const table = { stored: 1, 'served-search': 2 };

  it.each([
    ['stored:run.trec', { entry: 1, rest: 'run.trec' }],
    ['stored:"bm25 > top(10)"', { entry: 1, rest: 'bm25 > top(10)' }],
    ['served-search:http://host:8000/search', { entry: 2, rest: 'http://host:8000/search' }],
  ])('%s has an entry', (name, found) => {
    expect(byPrefix(table, name)).toEqual(found);
  });

  it.each(['stored', 'bm25', 'http://host', 'toString:x', ':x'])('%s has none', (name) => {
    expect(byPrefix(table, name)).toBeUndefined();
  });
});
