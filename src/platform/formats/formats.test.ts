import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../core/index.js';
import {
  isBeirHeader,
  judgementFormat,
  judgementTable,
  type LineParser,
  parseBeirJudgement,
  parseJsonHit,
  parseJsonJudgement,
  parseTrecHit,
  parseTrecJudgement,
  ROW_FIELDS,
} from './index.js';

const AT = { file: 'some.file', line: 7 };

const problemOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof InputError) return error.details;
    throw error;
  }
  throw new Error('nothing was thrown');
};

describe('a TREC judgement', () => {
  it('has four columns between any white space', () => {
    const row = { queryId: 'q1', docId: 'd7', grade: 2, aspect: '0' };
    expect(parseTrecJudgement('  q1 0\t\td7   2 ', AT)).toEqual(row);
  });

  it('may have ids with spaces when tabs separate the columns', () => {
    const row = { queryId: 'q 1', docId: 'd 7', grade: -1, aspect: '0' };
    expect(parseTrecJudgement('q 1\t0\td 7 \t-1', AT)).toEqual(row);
  });

  it('keeps spaces that C does not know, as trec_eval does', () => {
    expect(parseTrecJudgement('q\u00a01 0 d\u30007 1', AT)).toMatchObject({
      queryId: 'q\u00a01',
      docId: 'd\u30007',
    });
  });

  it.each([
    ['q1 0 d7', '3 columns in "q1 0 d7"'],
    ['q1', '1 column in "q1"'],
    ['q1 0 d 7 1', '5 columns in "q1 0 d 7 1"'],
  ])('is refused with another number of columns: %s', (text, found) => {
    expect(problemOf(() => parseTrecJudgement(text, AT))).toMatchObject({
      at: AT,
      found,
      expected: '4: query iteration document grade',
    });
  });

  it.each(['1.5', 'x', '1e400', '0x1', '', 'NaN', '9007199254740993'].filter(Boolean))(
    'is refused with grade %s',
    (grade) => {
      expect(problemOf(() => parseTrecJudgement(`q 0 d ${grade}`, AT))).toMatchObject({
        at: AT,
        found: `grade "${grade}"`,
        expected: 'a whole number, 1 or more for relevant',
      });
    },
  );

  it('takes whole numbers in any decimal spelling', () => {
    const grades = ['2', '+2', '2.0', '2e0', '02'].map(
      (text) => parseTrecJudgement(`q 0 d ${text}`, AT).grade,
    );
    expect(grades).toEqual([2, 2, 2, 2, 2]);
    expect(parseTrecJudgement('q 0 d -0', AT).grade).toBe(0);
  });
});

describe('a TREC hit', () => {
  it('has six columns, of which rank and Q0 are not read', () => {
    expect(parseTrecHit('q1 Q0 d7 xx 12.5 system', AT)).toEqual({
      queryId: 'q1',
      docId: 'd7',
      score: 12.5,
      system: 'system',
    });
  });

  it.each(['NaN', 'nan', 'inf', '-Infinity', '1e999', '1,5', '0x10', '--1', '.', 'e5', '1_000'])(
    'is refused with score %s',
    (score) => {
      expect(problemOf(() => parseTrecHit(`q Q0 d 1 ${score} s`, AT))).toMatchObject({
        at: AT,
        found: `score "${score}"`,
        expected: 'a finite decimal number',
      });
    },
  );

  it('takes scores as C prints them', () => {
    const scores = ['1', '-1.', '.5', '1e-7', '1E+21', '+3.25'].map(
      (text) => parseTrecHit(`q Q0 d 1 ${text} s`, AT).score,
    );
    expect(scores).toEqual([1, -1, 0.5, 1e-7, 1e21, 3.25]);
  });

  it('names the fix for ids with spaces', () => {
    expect(problemOf(() => parseTrecHit('q Q0 d 7 1 2.5 s', AT)).fix).toBe(
      'if ids hold spaces, separate the columns by tabs',
    );
  });
});

describe('a BEIR judgement', () => {
  it('has three columns between tabs', () => {
    expect(parseBeirJudgement('q 1\td 7\t1', AT)).toEqual({ queryId: 'q 1', docId: 'd 7', grade: 1 });
  });

  it('stands below a header', () => {
    expect(isBeirHeader('query-id\tcorpus-id\tscore')).toBe(true);
    expect(isBeirHeader('query_id\tcorpus_id\tscore ')).toBe(true);
    expect(isBeirHeader('q1\td7\t1')).toBe(false);
  });

  it.each(['q1\td7', 'q1 d7 1', '\td7\t1', 'q1\t\t1', 'q1\t0\td7\t1'])('is refused as %j', (text) => {
    expect(problemOf(() => parseBeirJudgement(text, AT))).toMatchObject({
      at: AT,
      expected: '3 between tabs: query-id corpus-id score',
    });
  });
});

describe('a JSON row', () => {
  it('carries its parts under the names of several tools', () => {
    for (const query of ROW_FIELDS.query)
      for (const document of ROW_FIELDS.document) {
        const row = JSON.stringify({ [query]: 'q1', [document]: 'd7', score: 2 });
        expect(parseJsonJudgement(row, AT)).toEqual({ queryId: 'q1', docId: 'd7', grade: 2 });
        expect(parseJsonHit(row, AT)).toEqual({ queryId: 'q1', docId: 'd7', score: 2 });
      }
  });

  it('may have numbers as ids and numbers in quotes', () => {
    expect(parseJsonJudgement('{"q_id": 3, "p_id": -4, "score": "1"}', AT)).toEqual({
      queryId: '3',
      docId: '-4',
      grade: 1,
    });
  });

  it.each([
    ['{"q_id": "q", "p_id": "d"}', 'no field "score" among "q_id, p_id"'],
    ['{"p_id": "d", "score": 1}', 'no field "q_id" among "p_id, score"'],
    ['{"q_id": "q", "score": 1}', 'no field "p_id" among "q_id, score"'],
    ['{"q_id": null, "p_id": "d", "score": 1}', 'id null'],
    ['{"q_id": "", "p_id": "d", "score": 1}', 'id ""'],
    ['{"q_id": 1.5, "p_id": "d", "score": 1}', 'id 1.5'],
    ['{"q_id": 12345678901234567890, "p_id": "d", "score": 1}', 'id 12345678901234567000'],
    ['{"q_id": ["q"], "p_id": "d", "score": 1}', 'id ["q"]'],
    ['{"q_id": "\\ud800", "p_id": "d", "score": 1}', 'id "\\ud800"'],
    ['{"q_id": "q", "p_id": "d", "score": true}', 'grade true'],
    ['{"q_id": "q", "p_id": "d", "score": 0.5}', 'grade 0.5'],
    ['{"q_id": "q", "p_id": "d", "score": {}}', 'grade {}'],
    ['{"q_id": "q", "p_id": "d", "score": NaN}', 'NaN, which JSON does not have,'],
    ['{"q_id": "q"', 'no JSON: "{\\"q_id\\": \\"q\\""'],
    ['q1 0 d7 1', 'no JSON: "q1 0 d7 1"'],
    ['[1]', '"[1]"'],
    ['null', '"null"'],
  ])('is refused as %s', (text, found) => {
    expect(problemOf(() => parseJsonJudgement(text, AT))).toMatchObject({ at: AT, found });
  });

  it('is refused with a value nested too deep to print', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(problemOf(() => parseJsonJudgement(`{"q_id": ${deep}}`, AT)).found).toBe(
      'id a deeply nested value',
    );
  });

  it('does not find fields that every object inherits', () => {
    expect(problemOf(() => parseJsonHit('{"qid": "q", "docid": "d", "toString": 1}', AT)).found).toContain(
      'no field "score"',
    );
  });

  it('is quoted short in messages', () => {
    const { found } = problemOf(() => parseJsonHit(`{"qid": "${'x'.repeat(10_000)}`, AT));
    expect(found.length).toBeLessThan(100);
  });
});

describe('every line parser', () => {
  const parsers: Record<string, LineParser<unknown>> = {
    parseTrecJudgement,
    parseTrecHit,
    parseBeirJudgement,
    parseJsonJudgement,
    parseJsonHit,
  };
  const pieces = fc.array(
    fc.constantFrom(
      'q',
      'Q0',
      ' ',
      '\t',
      '1',
      '-',
      'e',
      '.',
      '{',
      '}',
      '"',
      ':',
      ',',
      '"qid"',
      '"docid"',
      '"score"',
      'NaN',
      '\u00a0',
    ),
  );

  it.each(Object.entries(parsers))('%s reads a line or throws an InputError with its place', (_, parse) => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          pieces.map((parts) => parts.join('')),
        ),
        (text) => {
          try {
            parse(text, AT);
          } catch (error) {
            expect(error).toBeInstanceOf(InputError);
            expect((error as InputError).details.at).toEqual(AT);
            expect((error as InputError).details.expected).toBeTruthy();
          }
        },
      ),
    );
  });

  it('keeps text of the line out of the place', () => {
    expect(problemOf(() => parseTrecHit('x', { ...AT, text: 'x' } as typeof AT)).at).toEqual(AT);
  });
});

describe('judgementFormat', () => {
  it.each([
    ['q1 0 d7 1', 'trec', false],
    ['query-id\tcorpus-id\tscore', 'beir', true],
    [' {"q_id": "q1", "p_id": "d7", "score": 1}', 'jsonl', false],
  ])('tells the format by the first line: %s', (line, name, header) => {
    expect(judgementFormat(line)).toMatchObject({ name, header });
  });
});

describe('judgementTable', () => {
  const row = (query: string, document: string, grade: number) =>
    parseTrecJudgement(`${query} 0 ${document} ${grade}`, AT);

  it('gathers grades by query and document in file order', () => {
    const table = judgementTable();
    table.add(row('q2', 'b', 1), AT);
    table.add(row('q1', 'a', 0), AT);
    table.add(row('q2', 'a', -1), AT);
    expect([...table.judgements].map(([query, grades]) => [query, [...grades]])).toEqual([
      [
        'q2',
        [
          ['b', 1],
          ['a', -1],
        ],
      ],
      ['q1', [['a', 0]]],
    ]);
  });

  it('counts rows that say the same again', () => {
    const table = judgementTable();
    for (let i = 0; i < 3; i++) table.add(row('q', 'd', 1), AT);
    expect(table.repeated).toBe(2);
    expect(table.judgements.get(row('q', 'd', 1).queryId)?.size).toBe(1);
  });

  it('refuses another grade for the same pair and names both lines', () => {
    const table = judgementTable();
    table.add(row('q', 'd', 1), { file: 'f', line: 3 });
    expect(problemOf(() => table.add(row('q', 'd', 0), { file: 'f', line: 9 }))).toMatchObject({
      at: { file: 'f', line: 9 },
      found: 'grade 0 for query "q" and document "d", graded 1 in line 3',
      fix: 'delete one of the two lines',
    });
  });
});
