import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonl, writtenFolder } from '../../test/support/written-folder.js';
import { docId, InputError, type Judgements, queryId } from '../core/index.js';
import { judgementsFrom, readJudgements } from './read-judgements.js';

const read = (content: string, name = 'qrels.jsonl') =>
  readJudgements({ path: join(writtenFolder({ [name]: content }), name), name });

const plain = (judgements: Judgements) => [...judgements].map(([query, grades]) => [query, [...grades]]);

const problem = async (content: string, name?: string) => {
  const error: unknown = await read(content, name).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InputError);
  return (error as InputError).details;
};

const TWO = [
  [
    'q1',
    [
      ['d1', 1],
      ['d2', 2],
    ],
  ],
  ['q2', [['d1', -1]]],
];

describe('judgements', () => {
  it.each([
    [
      'qrels.jsonl',
      jsonl(
        { q_id: 'q1', p_id: 'd1', score: 1 },
        { q_id: 'q1', p_id: 'd2', score: '2' },
        { q_id: 'q2', p_id: 'd1', score: -1.0 },
      ),
    ],
    ['qrels.txt', 'q1 0 d1 1\r\nq1\t0\td2\t2\n\nq2  0  d1  -1'],
    ['qrels/test.tsv', 'query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t2\nq2\td1\t-1\n'],
    ['qrels/test.tsv', 'q1\td1\t1\nq1\td2\t2\nq2\td1\t-1\n'],
  ])('in %s are read as what their first line shows', async (name, content) => {
    expect(plain((await read(content, name)).judgements)).toEqual(TWO);
  });

  it('may have integral grades in any spelling and numbers as ids', async () => {
    const { judgements } = await read(
      '{"q_id": 1, "p_id": 2, "score": 1.0}\n{"q_id": 1, "p_id": 3, "score": "1"}',
    );
    expect(plain(judgements)).toEqual([
      [
        '1',
        [
          ['2', 1],
          ['3', 1],
        ],
      ],
    ]);
  });

  it('given twice with one grade are stored once, with a note', async () => {
    const { judgements, notes } = await read('q 0 d 1\nq 0 d 1\nq 0 e 1\nq 0 d 1\n', 'qrels.txt');
    expect(plain(judgements)).toEqual([
      [
        'q',
        [
          ['d', 1],
          ['e', 1],
        ],
      ],
    ]);
    expect(notes).toEqual(['qrels.txt: 2 repeated judgements left out.']);
  });

  it('given twice with different grades are an error that names both lines', async () => {
    const thrown = await problem('q 0 d 1\nq 0 e 1\nq 0 d 0\n', 'qrels.txt');
    expect(thrown.at).toMatchObject({ line: 3 });
    expect(thrown.found).toMatch(/line 1/);
    expect(thrown.fix).toBeTruthy();
  });

  it('must be there, also below a header', async () => {
    expect(await problem('')).toMatchObject({
      found: 'an empty file',
      expected: expect.stringContaining('"q_id"'),
    });
    expect(await problem('query-id\tcorpus-id\tscore\n', 'qrels/test.tsv')).toMatchObject({
      found: 'an empty file',
      expected: 'one line or more, as q1⇥d7⇥1',
    });
  });

  it.each([
    ['qrels.jsonl', '{"q_id": "a", "p_id": "b", "score": 1}\n{"q_id": "a", "score": 1}'],
    ['qrels.jsonl', '{"q_id": "a", "p_id": "b", "score": 1}\n{"q_id": "a", "p_id": "c", "score": 0.5}'],
    ['qrels.jsonl', '{"q_id": "a", "p_id": "b", "score": 1}\n{"q_id": "a", "p_id": "c", "score": null}'],
    [
      'qrels.jsonl',
      `{"q_id": "a", "p_id": "b", "score": 1}\n{"q_id": ${'['.repeat(9999)}${']'.repeat(9999)}}`,
    ],
    ['qrels.txt', 'q 0 d 1\nq d 1'],
    ['qrels.txt', 'q 0 d 1\nq 0 d yes'],
    ['qrels/test.tsv', 'query-id\tcorpus-id\tscore\nq\td'],
  ])('in %s that are malformed are errors with line, expectation and fix', async (name, content) => {
    const thrown = await problem(content, name);
    expect(thrown.at).toMatchObject({ line: 2 });
    expect(thrown.expected).toBeTruthy();
    expect(thrown.fix).toBeTruthy();
  });
});

describe("judgements from a query file's own lists", () => {
  const missing = {
    folder: 'f',
    file: 'qrels.jsonl',
    queries: { name: 'query.jsonl', path: 'f/query.jsonl' },
    field: 'doc_id',
  };

  it('are graded 1, with a note', () => {
    const { judgements, notes } = judgementsFrom(
      new Map([[queryId('q'), [docId('a'), docId('b'), docId('a')]]]),
      missing,
    );
    expect(plain(judgements)).toEqual([
      [
        'q',
        [
          ['a', 1],
          ['b', 1],
        ],
      ],
    ]);
    expect(notes).toEqual(['There is no qrels.jsonl; the judgements are the "doc_id" lists of query.jsonl.']);
  });

  it('that do not exist are an error that names both files', () => {
    expect(() => judgementsFrom(new Map(), missing)).toThrow(
      /no qrels\.jsonl, and no "doc_id" in query\.jsonl/,
    );
  });
});
