import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runFile } from '../../../../test/support/run-file.js';
import { byRank, type Run } from '../../../core/index.js';

const { read, problemOf } = runFile();

const plain = (run: Run) =>
  Object.fromEntries(
    [...run].map(([query, hits]) => [query, hits.map(({ docId, score }) => [docId, score])]),
  );

const EXPECTED = {
  q1: [
    ['d2', 3.5],
    ['d1', -1],
  ],
  q2: [['d1', 2]],
};

describe('readRun finds out the format', () => {
  it.each([
    ['trec', 'q1 Q0 d1 1 -1 s\nq1 Q0 d2 2 3.5 s\nq2 Q0 d1 1 2 s\n'],
    ['trec', 'q1\tQ0\td1\t1\t-1\ts\nq1\tQ0\td2\t2\t3.5\ts\nq2 Q0 d1 1 2 s\n'],
    [
      'jsonl',
      '{"qid":"q1","docid":"d1","score":-1}\n{"qid":"q1","docid":"d2","score":3.5}\n{"qid":"q2","docid":"d1","score":2}',
    ],
    [
      'jsonl',
      '{"query_id":"q1","doc_id":"d1","score":-1,"meta":{}}\n{"q_id":"q1","p_id":"d2","score":3.5}\n{"query-id":"q2","corpus-id":"d1","score":2}',
    ],
    [
      'topk_pid',
      '{"id": "q1", "topk_pid": [["d1", -1], ["d2", 3.5]]}\n{"id": "q2", "topk_pid": [["d1", 2]]}\n',
    ],
    ['json', '{"q1": {"d1": -1, "d2": 3.5}, "q2": {"d1": 2}}'],
    ['json', '{\n  "q1": {\n    "d1": -1,\n    "d2": 3.5\n  },\n  "q2": {"d1": 2}\n}\n'],
    [
      'mteb',
      '{"mteb_model_meta": {"model_name": "m", "revision": null}, "default": {"test": {"q1": {"d1": -1, "d2": 3.5}, "q2": {"d1": 2}}}}',
    ],
    ['mteb', '{"default": {"test": {"q1": {"d1": -1, "d2": 3.5}, "q2": {"d1": 2}}}}'],
  ])('%s, case %#', async (format, content) => {
    const found = await read(content);
    expect(found.format).toBe(format);
    expect(plain(found.run)).toEqual(EXPECTED);
  });

  it('whatever the file is called and however it is packed', async () => {
    const found = await read(gzipSync('\ufeffq1 Q0 d1 1 -1 s\r\nq1 Q0 d2 2 3.5 s\r\n\r\nq2 Q0 d1 1 2 s'));
    expect(plain(found.run)).toEqual(EXPECTED);
  });

  it('keeps the order of candidates that have no scores', async () => {
    const { run, format, notes } = await read('{"query-id": "q1", "corpus-ids": ["b", "c", "a"]}\n');
    expect(format).toBe('candidates');
    expect(plain(run)).toEqual({
      q1: [
        ['b', 3],
        ['c', 2],
        ['a', 1],
      ],
    });
    expect(notes).toEqual(['The rows carry no scores; their order was kept.']);
  });

  it('takes a query that is called like a field for a query', async () => {
    expect((await read('{"qid": {"docid": 1}}')).format).toBe('json');
  });
});

describe('readRun', () => {
  it('orders hits by score and id, not by the rank column', async () => {
    const { run } = await read('q Q0 a 1 1.00000001 s\nq Q0 c 2 1 s\nq Q0 b 3 2 s\n');
    expect(plain(run)).toEqual({
      q: [
        ['b', 2],
        ['c', 1],
        ['a', 1.00000001],
      ],
    });
  });

  it('reads whole numbers as ids', async () => {
    const { run } = await read('{"id": 7, "topk_pid": [[8, 1.5]]}');
    expect(plain(run)).toEqual({ 7: [['8', 1.5]] });
  });

  it('keeps queries without hits', async () => {
    expect(plain((await read('{"id": "q1", "topk_pid": []}')).run)).toEqual({ q1: [] });
    expect(plain((await read('{"q1": {}, "q2": {"d": 1}}')).run)).toEqual({ q1: [], q2: [['d', 1]] });
  });

  it('keeps queries in file order, also those that look like numbers', async () => {
    const { run } = await read('{"10": {"d": 1}, "9": {"d": 1}, "a": {"d": 1}}');
    expect([...run.keys()]).toEqual(['10', '9', 'a']);
  });

  it('gathers the hits of a query that stand apart', async () => {
    const { run } = await read('q1 Q0 a 1 2 s\nq2 Q0 a 1 2 s\nq1 Q0 b 1 1 s');
    expect(plain(run)).toEqual({
      q1: [
        ['a', 2],
        ['b', 1],
      ],
      q2: [['a', 2]],
    });
  });

  it('reads percent signs as such, unless the system ends in +escaped', async () => {
    const { run, notes } = await read('q Q0 a%20b 1 2 s\nq Q0 a%20b 2 1 s+escaped\n');
    expect(plain(run)).toEqual({
      q: [
        ['a%20b', 2],
        ['a b', 1],
      ],
    });
    expect(notes).toEqual(['1 line has escaped ids, read unescaped.']);
  });

  it('ranks every run that it reads', async () => {
    const table = fc.dictionary(
      fc.string({ minLength: 1 }),
      fc.dictionary(fc.string({ minLength: 1 }), fc.double({ noNaN: true, noDefaultInfinity: true }), {
        noNullPrototype: true,
      }),
      { minKeys: 1, noNullPrototype: true },
    );
    await fc.assert(
      fc.asyncProperty(table, async (hits) => {
        const { run } = await read(`${JSON.stringify(hits, null, 1)}\n`);
        expect([...run.keys()].sort()).toEqual(Object.keys(hits).sort());
        for (const ranking of run.values()) expect([...ranking].sort(byRank)).toEqual(ranking);
      }),
      { numRuns: 50 },
    );
  });
});

describe('MTEB predictions', () => {
  const several =
    '{"en": {"test": {"q": {"d": 1}}, "dev": {"q": {"d": 2}}},\n "de": {"test": {"q": {"d": 3}}}}';

  it('are read from the one subset and split there is, and say so', async () => {
    const { notes } = await read('{"mteb_model_meta": {}, "default": {"test": {"q": {"d": 1}}}}');
    expect(notes).toEqual(['MTEB predictions, subset "default", split "test".']);
  });

  it('ask which of several is meant', async () => {
    expect(await problemOf(several)).toMatchObject({
      found: 'subsets "en", "de"',
      expected: 'one subset',
      fix: 'name one of them as subset',
    });
    expect(await problemOf(several, { subset: 'en' })).toMatchObject({ found: 'splits "test", "dev"' });
  });

  it('are read where both are named, or only one is there', async () => {
    expect(plain((await read(several, { subset: 'en', split: 'dev' })).run)).toEqual({ q: [['d', 2]] });
    expect(plain((await read(several, { subset: 'de' })).run)).toEqual({ q: [['d', 3]] });
  });

  it('do not have a subset that is not there', async () => {
    expect(await problemOf(several, { subset: 'fr' })).toMatchObject({
      found: 'subsets "en", "de"',
      expected: 'one subset "fr"',
    });
    expect(await problemOf('{"mteb_model_meta": {}}')).toMatchObject({ found: 'subsets none' });
  });
});
