import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namedId, readMessage, requestLine } from './protocol.js';

describe('a request', () => {
  it('is one line of ASCII that any JSON reader gives back', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), fc.nat(), (texts, id) => {
        const line = requestLine({ id, kind: 'dense', role: 'query', texts });
        expect(line).toMatch(/^[\x20-\x7e]+\n$/);
        expect(JSON.parse(line)).toEqual({
          r2med: 1,
          id,
          kind: 'dense',
          role: 'query',
          texts: texts.map((text) => text.toWellFormed()),
        });
      }),
    );
  });
});

describe('a line of a command', () => {
  it('with vectors is an answer', () => {
    expect(
      readMessage(
        '{"id": 7, "vectors": [[1, 2], null], "errors": [null, "too long"], "tokens": 9, "cut": 1}',
      ),
    ).toEqual({
      is: 'answer',
      id: 7,
      vectors: [[1, 2], null],
      errors: [null, 'too long'],
      tokens: 9,
      cut: 1,
    });
    expect(readMessage('{"vectors":[],"id":0}')).toMatchObject({
      is: 'answer',
      id: 0,
      errors: [],
      tokens: 0,
      cut: 0,
    });
  });

  it('may announce its vectors as bytes; a row with an error has none', () => {
    const message = readMessage(
      '{"id": 7, "rows": 2, "bytes": 16, "errors": [null, "too long"], "tokens": 9}',
    );
    if (message.is !== 'framed') throw new Error(message.is);
    expect(message).toMatchObject({ id: 7, bytes: 16 });
    expect(message.complete(new Uint8Array(Float32Array.of(1, -2, 0, 0).buffer))).toEqual({
      is: 'answer',
      id: 7,
      vectors: [Float32Array.of(1, -2), null],
      errors: [null, 'too long'],
      tokens: 9,
      cut: 0,
    });
  });

  it.each([
    ['{"id": 7, "rows": 3, "bytes": 16}', 'its answer has 16 bytes for 3 rows of 32-bit floats'],
    [
      '{"id": 7, "rows": 1, "bytes": 4294967296}',
      'its answer has 4294967296 bytes for 1 rows of 32-bit floats',
    ],
  ])('that announces bytes which are no rows cannot be read: %s', (line, reason) => {
    expect(readMessage(line)).toEqual({ is: 'malformed', id: 7, reason });
  });

  it('may begin with blanks or a byte order mark', () => {
    expect(readMessage('\ufeff {"id": 1, "vectors": []}\r')).toMatchObject({ is: 'answer', id: 1 });
  });

  it('with an error is a refusal, whatever vectors stand beside it', () => {
    expect(readMessage('{"id": 7, "error": "out of memory", "vectors": []}')).toEqual({
      is: 'refusal',
      id: 7,
      reason: 'out of memory',
    });
    expect(readMessage('{"id": 7, "error": ""}')).toMatchObject({ is: 'refusal', reason: 'no reason given' });
  });

  it.each(['NaN', 'Infinity', '-Infinity'])(
    'may hold %s, as Python writes it, which spoils that number only',
    (word) => {
      expect(readMessage(`{"id": 1, "vectors": [[0.5, ${word}], [${word}, 1],[${word}]]}`)).toMatchObject({
        is: 'answer',
        vectors: [[0.5, null], [null, 1], [null]],
      });
    },
  );

  it.each([
    ['{"id": 3, "vectors": [[1, 2', 'its answer is not JSON'],
    ['{"vectors": [[1, oops]], "id": 3}', 'its answer is not JSON'],
    ['{"id": 3}', 'none of "vectors", "rankings", "scores", "order", "entities" and "error"'],
    ['{"id": 3, "rankings": "d1"}', '"rankings" in its answer is the text "d1"'],
    ['{"id": 3, "vectors": {"0": [1]}}', '"vectors" in its answer is an object'],
    ['{"id": 3, "vectors": [], "errors": "x"}', '"errors"'],
    ['{"id": 3, "error": {"code": 1}}', '"error"'],
    ['{"id": 3, "vectors": [], "tokens": -1}', '"tokens"'],
  ])('that names a request and cannot be read fails that request: %s', (line, reason) => {
    expect(readMessage(line)).toEqual({ is: 'malformed', id: 3, reason: expect.stringContaining(reason) });
  });

  it.each([
    'Loading weights:  10%',
    '{"loss": 0.1}',
    '[1, 2]',
    '"id"',
    'null',
    '{"id": "3", "vectors": []}',
    '{"id": 1.5, "vectors": []}',
    'id: 3 {"id": 3',
  ])('that is neither hello nor answer is stray: %s', (line) => {
    expect(readMessage(line)).toEqual({ is: 'stray', text: line });
  });

  it('with "r2med" and no id is a hello; what it does not know of it ignores', () => {
    expect(readMessage('{"r2med": 1, "name": "mine", "version": 2, "inFlight": 4, "colour": "red"}')).toEqual(
      { is: 'hello', hello: { r2med: 1, name: 'mine', version: '2', inFlight: 4 } },
    );
  });

  it.each([
    ['{"r2med": 2}', '"r2med"'],
    ['{"r2med": 1, "dimensions": 0}', '"dimensions"'],
    ['{"r2med": 1, "similarity": "euclidean"}', '"similarity"'],
  ])('that is a hello with a value out of place says which: %s', (line, problem) => {
    expect(readMessage(line)).toEqual({ is: 'misfit', problem: expect.stringContaining(problem) });
  });

  it('is always some message, whatever it says', () => {
    const key = fc.constantFrom(
      'id',
      'r2med',
      'vectors',
      'rankings',
      'errors',
      'error',
      'tokens',
      'name',
      '__proto__',
    );
    const message = fc.dictionary(key, fc.oneof(fc.jsonValue(), fc.nat(5)));
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      message.map((value) => JSON.stringify(value)),
      fc.tuple(message, fc.nat()).map(([value, cut]) => JSON.stringify(value).slice(0, -1 - (cut % 20))),
    );
    fc.assert(
      fc.property(line, (text) => {
        const read = readMessage(text);
        if (read.is === 'answer') {
          const { vectors, rankings, scores, order } = read;
          expect([vectors, rankings, scores, order].some(Array.isArray)).toBe(true);
        }
        if ('id' in read) expect(Number.isSafeInteger(read.id)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

it('a broken answer is recognised by an id at either end and by nothing in its middle', () => {
  const numbers = '0.25,'.repeat(1000);
  expect(namedId(`{"id":12,"vectors":[[${numbers}`)).toBe(12);
  expect(namedId(`{"vectors":[[${numbers}],"id": 12}`)).toBe(12);
  expect(namedId(`{"vectors":[[${numbers}"id":12${numbers}`)).toBeUndefined();
  expect(namedId('[{"id":12}')).toBeUndefined();
});
