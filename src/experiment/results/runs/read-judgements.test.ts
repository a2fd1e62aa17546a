import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InputError, type Judgements } from '../../../core/index.js';
import { readJudgements } from './index.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'judgements-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (content: string | Uint8Array) => {
  const file = join(folder, 'some-judgements');
  writeFileSync(file, content);
  return readJudgements(file);
};

const problemOf = async (content: string | Uint8Array) => {
  const error: unknown = await read(content).catch((thrown: unknown) => thrown);
  if (!(error instanceof InputError)) throw new Error('no InputError', { cause: error });
  return { ...error.details, line: error.details.at?.line };
};

const plain = (judgements: Judgements) =>
  Object.fromEntries([...judgements].map(([query, grades]) => [query, Object.fromEntries(grades)]));

const EXPECTED = { q1: { d1: 1, d2: 0 }, q2: { d1: -1 } };

describe('readJudgements finds out the format', () => {
  it.each([
    ['trec', 'q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 -1\n'],
    ['trec', 'q1\t0\td1\t1\nq1\t0\td2\t0\nq2\t0\td1\t-1'],
    [
      'jsonl',
      '{"q_id": "q1", "p_id": "d1", "score": 1}\n{"q_id": "q1", "p_id": "d2", "score": 0}\n{"q_id": "q2", "p_id": "d1", "score": -1}\n',
    ],
    [
      'jsonl',
      '{"query-id": "q1", "corpus-id": "d1", "score": 1}\n{"qid": "q1", "docid": "d2", "relevance": 0}\n{"q_id": "q2", "p_id": "d1", "score": -1}\n',
    ],
    ['beir', 'query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t0\nq2\td1\t-1\n'],
    ['json', '{"q1": {"d1": 1, "d2": 0}, "q2": {"d1": -1}}'],
    ['json', '{\n"q1":\n{"d1": 1, "d2": 0},\n"q2": {"d1": -1}\n}'],
  ])('%s, case %#', async (format, content) => {
    const found = await read(content);
    expect(found.format).toBe(format);
    expect(plain(found.judgements)).toEqual(EXPECTED);
    expect(found.notes).toEqual([]);
  });

  it('also with a byte order mark, CR LF and gzip', async () => {
    const text = '\ufeffquery-id\tcorpus-id\tscore\r\nq1\td1\t1\r\nq1\td2\t0\r\n\r\nq2\td1\t-1';
    expect(plain((await read(text)).judgements)).toEqual(EXPECTED);
    expect(plain((await read(gzipSync(text))).judgements)).toEqual(EXPECTED);
  });
});

describe('readJudgements', () => {
  it('counts a pair that is judged again with the same grade', async () => {
    const { judgements, notes } = await read('q 0 d 1\nq 0 d 1\nq 0 d 1\n');
    expect(plain(judgements)).toEqual({ q: { d: 1 } });
    expect(notes).toEqual(['2 judgements are repeated; each counts once.']);
  });

  it('gives back any judgements written as JSON', async () => {
    const ids = fc.string({ minLength: 1, unit: 'binary' }).filter((id) => id !== '__proto__');
    const table = fc.dictionary(
      ids,
      fc.dictionary(ids, fc.integer(), { minKeys: 1, noNullPrototype: true }),
      { minKeys: 1, noNullPrototype: true },
    );
    await fc.assert(
      fc.asyncProperty(table, async (grades) => {
        expect(plain((await read(JSON.stringify(grades))).judgements)).toEqual(grades);
      }),
      { numRuns: 50 },
    );
  });
});

describe('readJudgements refuses, with line and fix,', () => {
  it.each([
    ['an empty file', '', undefined, 'an empty file'],
    ['a header alone', 'query-id\tcorpus-id\tscore\n', undefined, 'no judgements'],
    ['an empty object', '{}', undefined, 'no judgements'],
    [
      'another grade for the same pair',
      'q 0 d 1\nr 0 d 0\nq 0 d 2\n',
      3,
      'grade 2 for query "q" and document "d", graded 1 in line 1',
    ],
    ['another grade in JSON', '{"q": {"d": 1,\n"d": 2}}', 2, 'graded 1 in line 1'],
    ['a missing column', 'q 0 d 1\nq 0 d', 2, '3 columns'],
    ['three columns without a header', 'q\td\t1', 1, '3 columns'],
    ['a run instead', 'q Q0 d 1 2.5 s', 1, '6 columns'],
    ['a fraction', 'q 0 d 0.5', 1, 'grade "0.5"'],
    ['a fraction in JSON', '{"q": {"d": 0.5}}', 1, 'grade 0.5'],
    ['a row without grade', '{"q_id": "q", "p_id": "d"}', 1, 'no field "score"'],
    ['mixed formats', 'q 0 d 1\n{"q_id": "q", "p_id": "d", "score": 1}', 2, 'columns'],
    ['a BEIR line with spaces', 'query-id\tcorpus-id\tscore\nq d 1', 2, '1 column'],
    ['a list in JSON', '{"q": {"d": 1},\n"r": ["d"]}', 2, 'a list of 1'],
    [
      'a number that is too large for an id',
      '{"q_id": 9007199254740993, "p_id": "d", "score": 1}',
      1,
      'id 9007199254740992',
    ],
  ])('%s', async (_, content, line, found) => {
    const problem = await problemOf(content);
    expect(problem.line).toBe(line);
    expect(problem.found).toContain(found);
    expect(problem.expected).toBeTruthy();
    expect(problem.fix).toBeTruthy();
  });

  it('anything else with nothing but an InputError', async () => {
    const pieces = fc
      .array(
        fc.constantFrom(
          'q',
          ' 0 ',
          'd',
          ' 1',
          '\n',
          '\t',
          '{',
          '}',
          '"q"',
          ':',
          ',',
          '"q_id"',
          '"p_id"',
          '"score"',
          '1',
          'query-id\tcorpus-id\tscore\n',
        ),
      )
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.oneof(pieces, fc.string({ unit: 'binary' }), fc.uint8Array()), async (text) => {
        const found = await read(text).catch((thrown: unknown) => thrown);
        if (found instanceof Error) expect(found).toBeInstanceOf(InputError);
      }),
      { numRuns: 300 },
    );
  });
});
