import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runFile } from '../../../../test/support/run-file.js';
import { InputError } from '../../../core/index.js';

const { read, problemOf } = runFile();

describe('readRun refuses, with line and fix,', () => {
  it.each([
    ['an empty file', '', undefined, 'an empty file'],
    ['blank lines alone', '\n \n\t\n', undefined, 'an empty file'],
    ['a byte order mark alone', '\ufeff', undefined, 'an empty file'],
    ['an empty object', '{}', undefined, 'no queries'],
    ['too few columns', 'q Q0 d 1 2 s\n\nq Q0 d 1 2\n', 3, '5 columns in "q Q0 d 1 2"'],
    ['too many columns', 'q Q0 d e 1 2 s', 1, '7 columns in "q Q0 d e 1 2 s"'],
    ['another format altogether', 'query,document,score\n', 1, '1 column in "query,document,score"'],
    ['a list', '[{"qid": "q"}]', 1, '2 columns'],
    ['a score that is not a number', 'q Q0 d 1 nan s', 1, 'score "nan"'],
    ['an infinite score', 'q Q0 d 1 1e999 s', 1, 'score "1e999"'],
    [
      'a document that comes twice',
      'q Q0 d 1 2 s\nq Q0 e 2 1 s\nq Q0 d 3 0 s',
      3,
      'document "d" a second time for query "q", first in line 1',
    ],
    ['JSON lines after TREC', 'q Q0 d 1 2 s\n{"qid": "q", "docid": "e", "score": 1}', 2, 'score "'],
    [
      'TREC after JSON lines',
      '{"qid": "q", "docid": "e", "score": 1}\nq Q0 d 1 2 s',
      2,
      'no JSON: "q Q0 d 1 2 s"',
    ],
    [
      'topk_pid after hits',
      '{"qid": "q", "docid": "e", "score": 1}\n{"id": "r", "topk_pid": []}',
      2,
      'no field "q_id"',
    ],
    ['a row without score', '{"qid": "q", "docid": "e"}', 1, 'no field "score"'],
    ['a row without document', '{"qid": "q", "score": 1}', 1, 'no field "p_id"'],
    ['a row without query', '{"docid": "e", "score": 1}', 1, 'no field "q_id"'],
    ['a first row cut short', '{"qid": "q", "doc\n{"qid": "q", "docid": "e", "score": 1}', 1, 'no JSON'],
    ['a later row cut short', '{"qid": "q", "docid": "e", "score": 1}\n{"qid": "q", ', 2, 'no JSON'],
    ['Python’s NaN in a row', '{"qid": "q", "docid": "e", "score": NaN}', 1, 'NaN, which JSON does not have'],
    ['Python’s NaN in JSON', '{"q": {"d": 1,\n"e": NaN}}', 2, 'score NaN'],
    [
      'a repeated query row',
      '{"id": "q", "topk_pid": []}\n{"id": "q", "topk_pid": []}',
      2,
      'query "q" a second time, first in line 1',
    ],
    ['topk_pid that is no list', '{"id": "q", "topk_pid": {"d": 1}}', 1, '{"d":1}'],
    ['topk_pid without scores', '{"id": "q", "topk_pid": ["d"]}', 1, '"d"'],
    ['topk_pid with half a pair', '{"id": "q", "topk_pid": [["d"]]}', 1, 'a list of 1 in topk_pid'],
    ['topk_pid with three', '{"id": "q", "topk_pid": [["d", 1, 2]]}', 1, 'a list of 3 in topk_pid'],
    ['topk_pid with a null score', '{"id": "q", "topk_pid": [["d", null]]}', 1, 'score null'],
    [
      'a document twice in topk_pid',
      '{"id": "q", "topk_pid": [["d", 2], ["d", 1]]}',
      1,
      'document "d" a second time',
    ],
    ['candidates with scores', '{"query-id": "q", "corpus-ids": [["d", 1]]}', 1, 'id ["d",1]'],
    [
      'a document twice in JSON',
      '{"q": {"d": 1,\n"d": 2}}',
      2,
      'document "d" a second time for query "q", first in line 1',
    ],
    [
      'a query twice in JSON',
      '{"q": {"d": 1},\n"q": {"e": 2}}',
      2,
      'query "q" a second time, first in line 1',
    ],
    ['a score in quotes that is none', '{"q": {"d": "high"}}', 1, 'score "high"'],
    ['a list in JSON', '{"q": {"d": [1, 2]}}', 1, 'a list of 2'],
    ['JSON one level too deep', '{"q": {"d": {"x": 1}}}', 1, 'an object'],
    ['JSON one level too flat', '{"q": {"d": 1},\n"r": 5}', 2, '5'],
    ['an empty id', '{"q": {"": 1}}', 1, 'id ""'],
    ['JSON that ends early', '{"q": {"d": 1}', 1, 'the end of the file'],
    ['two JSON values', '{"q": {"d": 1}}\n{"r": {"d": 1}}', 2, '"{\\"r\\": {\\"d\\": 1}}"'],
    ['a broken escape', 'q Q0 a%ffb 1 2 s+escaped', 1, 'id "a%ffb"'],
  ])('%s', async (_, content, line, found) => {
    const problem = await problemOf(content);
    expect(problem.line).toBe(line);
    expect(problem.found).toContain(found);
    expect(problem.expected).toBeTruthy();
    expect(problem.fix).toBeTruthy();
  });

  it('bytes that are not UTF-8', async () => {
    const content = Buffer.concat([
      Buffer.from('q Q0 d 1 2 s\nq Q0 '),
      Buffer.from([0xe9]),
      Buffer.from(' 2 1 s\n'),
    ]);
    expect(await problemOf(content)).toMatchObject({ line: 2, found: 'bytes that are not UTF-8' });
  });

  it('anything else with nothing but an InputError', async () => {
    const pieces = fc
      .array(
        fc.constantFrom(
          'q',
          ' Q0 ',
          'd',
          ' 1 ',
          '2.5',
          ' s',
          '\n',
          '\t',
          '{',
          '}',
          '"q"',
          ':',
          ',',
          '[',
          ']',
          '"topk_pid"',
          '"qid"',
          '"docid"',
          '"score"',
          '1',
          '\r',
          '\0',
          '%41',
          '+escaped',
        ),
      )
      .map((parts) => parts.join(''));
    const content = fc.oneof(pieces, fc.string({ unit: 'binary' }), fc.uint8Array());
    await fc.assert(
      fc.asyncProperty(content, async (text) => {
        const found = await read(text).catch((thrown: unknown) => thrown);
        if (found instanceof Error) expect(found).toBeInstanceOf(InputError);
        else expect((found as Awaited<ReturnType<typeof read>>).run.size).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});
