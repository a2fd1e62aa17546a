import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { jsonl, writtenFolder } from '../../test/support/written-folder.js';
import { type Document, InputError, WorkError } from '../core/index.js';
import { folderFormats } from './formats/index.js';
import { fileCorpus, readDocuments } from './read-corpus.js';
import { noWarnings } from './rows.js';

const corpusFile = (content: string | Uint8Array): string =>
  join(writtenFolder({ 'corpus.jsonl': content }), 'corpus.jsonl');

const read = async (
  content: string | Uint8Array,
  format: 'r2med' | 'beir' = 'r2med',
): Promise<Document[]> => {
  const documents: Document[] = [];
  for await (const batch of readDocuments(corpusFile(content), folderFormats[format]))
    documents.push(...batch);
  return documents;
};

const problem = async (content: string | Uint8Array, format: 'r2med' | 'beir' = 'r2med') => {
  const error: unknown = await read(content, format).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InputError);
  return (error as InputError).details;
};

describe('documents', () => {
  it('keep the order and the repetitions of the file', async () => {
    const rows = [
      { id: 'b', text: 'uremic frost' },
      { id: 'a', text: 'livedo' },
      { id: 'b', text: 'uraemia' },
    ];
    expect(await read(jsonl(...rows))).toEqual(rows);
  });

  it.each([
    ['a space', 'case 7'],
    ['slashes', '../../etc/passwd'],
    ['Unicode', 'Fälle/三例/🫀'],
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
    ['a quote and a tab', 'a"b\tc'],
  ])('may have ids with %s', async (_, id) => {
    expect(await read(jsonl({ id, text: 't' }))).toEqual([{ id, text: 't' }]);
  });

  it('may have whole numbers as ids, which become text', async () => {
    const warnings = noWarnings();
    const file = corpusFile('{"id": 7, "text": "a"}\n{"id": -0, "text": "b"}\n{"id": "7", "text": "c"}');
    for await (const batch of readDocuments(file, folderFormats.r2med, warnings))
      expect(batch.map(({ id }) => id)).toEqual(['7', '0', '7']);
    expect(warnings.numberIds).toBe(2);
  });

  it('may be empty, one character or 50 kB long', async () => {
    const texts = ['', 'a', 'Lymphadenopathy. '.repeat(3000), '🩺'.repeat(12_500)];
    const rows = texts.map((text, i) => ({ id: `${i}`, text }));
    expect(await read(jsonl(...rows))).toEqual(rows);
  });

  it('are read past a byte order mark, CRLF, blank lines and a missing last newline', async () => {
    const content = '\ufeff{"id": "a", "text": "x"}\r\n\r\n  \n{"id": "b", "text": "y\\r\\n"}';
    expect(await read(content)).toEqual([
      { id: 'a', text: 'x' },
      { id: 'b', text: 'y\r\n' },
    ]);
  });

  it('are read from gzip, whatever the file is called', async () => {
    expect(await read(gzipSync('{"id": "a", "text": "x"}\n'))).toEqual([{ id: 'a', text: 'x' }]);
  });

  it('take the last of two equal keys and leave other fields', async () => {
    const line = '{"id": "a", "text": "first", "__proto__": {"text": "no"}, "meta": [1], "text": "last"}';
    const documents = await read(line);
    expect(documents).toEqual([{ id: 'a', text: 'last' }]);
    expect(Object.keys(documents[0]!)).toEqual(['id', 'text']);
  });

  it('have half a surrogate pair read as U+FFFD, and whole pairs as they are', async () => {
    const warnings = noWarnings();
    const file = corpusFile(
      '{"id": "a", "text": "x\\ud800y\\udc00\\ud83e\\ude7a"}\n{"id": "b", "text": "🩺"}',
    );
    for await (const batch of readDocuments(file, folderFormats.r2med, warnings))
      expect(batch.map(({ text }) => text)).toEqual(['x\ufffdy\ufffd🩺', '🩺']);
    expect(warnings.loneSurrogates).toBe(1);
  });

  it('come in batches of at most 512, and of about a million characters', async () => {
    const sizes = async (rows: number, text: string): Promise<number[]> => {
      const file = corpusFile(jsonl(...Array.from({ length: rows }, (_, i) => ({ id: `${i}`, text }))));
      const lengths: number[] = [];
      for await (const batch of readDocuments(file, folderFormats.r2med)) lengths.push(batch.length);
      return lengths;
    };
    expect(await sizes(1100, 'short')).toEqual([512, 512, 76]);
    expect(await sizes(25, 'x'.repeat(100_000))).toEqual([11, 11, 3]);
  });
});

describe("BEIR's documents", () => {
  it('have titles, which may be missing, null or empty', async () => {
    const rows = [
      { _id: 'a', title: 'Scurvy', text: 'x' },
      { _id: 'b', text: 'x' },
      { _id: 'c', title: null, text: 'x' },
      { _id: 'd', title: '', text: 'x' },
    ];
    expect(await read(jsonl(...rows), 'beir')).toEqual([
      { id: 'a', title: 'Scurvy', text: 'x' },
      { id: 'b', text: 'x' },
      { id: 'c', text: 'x' },
      { id: 'd', text: 'x' },
    ]);
  });

  it('with a title that is not text are refused', async () => {
    expect(await problem(jsonl({ _id: 'a', title: 3, text: 'x' }), 'beir')).toMatchObject({
      found: '"title" is 3',
      expected: 'a string',
    });
  });
});

describe('a line that is no document', () => {
  it.each([
    ['{"id": "a", "text": "cut', /no JSON: .*cut/],
    ['[{"id": "a", "text": "x"}]', /\[\{/],
    ['"text"', /text/],
    ['null', /null/],
    ['{"id": "a", "txt": "x"}', /no field "text" among "id, txt"/],
    ['{"_id": "a", "text": "x"}', /no field "id" among "_id, text"/],
    ['{"id": "a", "text": null}', /"text" is null/],
    ['{"id": "a", "text": ["x"]}', /"text" is \[/],
    ['{"id": "a", "text": NaN}', /NaN/],
    ['{"id": "", "text": "x"}', /id /],
    ['{"id": 1.5, "text": "x"}', /id .*1\.5/],
    ['{"id": 12345678901234567890, "text": "x"}', /id .*12345678901234567000/],
    ['{"id": null, "text": "x"}', /id .*null/],
    ['{"id": true, "text": "x"}', /id .*true/],
    ['{"id": "\\ud800", "text": "x"}', /id /],
    [`{"id": ${'['.repeat(50_000)}${']'.repeat(50_000)}, "text": "x"}`, /nested/],
  ])('is an error with its place, what was found, expected and the fix: %.50s', async (line, found) => {
    const thrown = await problem(`{"id": "first", "text": "x"}\n\n${line}\n`);
    expect(thrown.at).toEqual({ file: expect.stringMatching(/corpus\.jsonl$/), line: 3 });
    expect(thrown.found).toMatch(found);
    expect(thrown.found.length).toBeLessThan(160);
    expect(thrown.expected).toBeTruthy();
    expect(thrown.fix).toBeTruthy();
  });

  it('but a whole array is told to become lines', async () => {
    expect((await problem('[{"id": "a", "text": "x"}]')).fix).toMatch(/one object per line.*not an array/);
  });

  it('but broken UTF-8 is an error with its line', async () => {
    const content = Buffer.concat([
      Buffer.from('{"id": "a", "text": "x"}\n{"id": "b", "text": "'),
      Buffer.from([0xe9]),
      Buffer.from('"}\n'),
    ]);
    expect(await problem(content)).toMatchObject({ at: { line: 2 }, found: 'bytes that are not UTF-8' });
  });

  it.each(['', '\n \n', '\ufeff', new Uint8Array(gzipSync(''))])(
    'but nothing at all is an empty file',
    async (content) => {
      expect((await problem(content)).found).toBe('an empty file');
    },
  );

  it('but a gzip cut short is said to be one', async () => {
    const whole = gzipSync(
      jsonl(...Array.from({ length: 999 }, (_, i) => ({ id: `${i}`, text: `${i * i}` }))),
    );
    expect((await problem(whole.subarray(0, whole.length / 2))).found).toMatch(/gzip/);
  });
});

describe('a corpus on disk', () => {
  const corpusOf = (path: string) => fileCorpus({ path, name: 'corpus.jsonl' }, 'r2med', 'hash');

  it('reads its rows anew on every call, also after one that stopped early', async () => {
    const rows = Array.from({ length: 1200 }, (_, i) => ({ id: `${i}`, text: 'x' }));
    const corpus = await corpusOf(corpusFile(jsonl(...rows)));
    for await (const batch of corpus.rows()) {
      expect(batch).toHaveLength(512);
      break;
    }
    let count = 0;
    for await (const batch of corpus.rows()) count += batch.length;
    expect(count).toBe(1200);
  });

  it('refuses to go on when the file has changed', async () => {
    const file = corpusFile(jsonl({ id: 'a', text: 'x' }));
    const corpus = await corpusOf(file);
    utimesSync(file, 1, 1);
    await expect(corpus.rows()[Symbol.asyncIterator]().next()).rejects.toThrow(WorkError);
  });
});
