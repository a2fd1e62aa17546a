import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writtenFolder } from '../../test/support/written-folder.js';
import { type Document, type DocumentBlock, fullText } from '../core/index.js';
import { folderFormats } from './formats/index.js';
import { readBlocks, readDocuments } from './read-corpus.js';

type Texts = readonly (readonly [id: string, text: string])[];

const corpusFile = (content: string | Uint8Array): string =>
  join(writtenFolder({ 'corpus.jsonl': content }), 'corpus.jsonl');

const inBlock = ({ ids, text, ranges }: DocumentBlock): Texts =>
  ids.map((id, i) => [id, text.slice(ranges[2 * i], ranges[2 * i + 1])]);

/** What is read of a file, or the error it ends with. */
const outcome = async <T>(batches: AsyncIterable<T>, textsOf: (batch: T) => Texts) => {
  const found: Texts[number][] = [];
  try {
    for await (const batch of batches) found.push(...textsOf(batch));
  } catch (error) {
    return error;
  }
  return found;
};

/** Both ways must read the same or fail alike. */
const expectSame = async (content: string | Uint8Array, format: 'r2med' | 'beir' = 'beir') => {
  const file = corpusFile(content);
  const texts = (documents: readonly Document[]): Texts =>
    documents.map((document) => [document.id, fullText(document)]);
  const blocks = await outcome(readBlocks(file, folderFormats[format], fullText), inBlock);
  expect(blocks).toEqual(await outcome(readDocuments(file, folderFormats[format]), texts));
  return blocks;
};

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      'a',
      ' ',
      '"',
      '\\',
      '\n',
      '\r',
      '\t',
      '\0',
      '/',
      'é',
      '中',
      '🩺',
      '\ud83d',
      '\ufeff',
    ),
  }),
);
const spaces = fc.constantFrom('', ' ', '  ', '\t');
const ends = fc.constantFrom('\n', '\r\n', '\n\n', ' \n');
const document = fc.record(
  {
    _id: fc.oneof(fc.stringMatching(/^[a-z]{1,20}$/), anyText),
    title: anyText,
    text: anyText,
    more: fc.jsonValue(),
  },
  { requiredKeys: ['_id', 'text'] },
);
const line = fc
  .tuple(
    document,
    fc.shuffledSubarray(['_id', 'title', 'text', 'more'] as const, { minLength: 3 }),
    spaces,
    ends,
  )
  .map(([row, order, space, end]) => {
    const fields = order
      .filter((name) => row[name] !== undefined)
      .map((name) => `"${name}"${space}:${space}${JSON.stringify(row[name])}`);
    return `{${space}${fields.join(`${space},${space}`)}${space}}${end}`;
  });

describe('readBlocks', () => {
  it('reads what a parser of JSON reads from rows of any kind, or fails alike', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
        await expectSame(lines.join(''));
      }),
      { numRuns: 300 },
    );
  });

  it('does so with lines that were damaged', async () => {
    const damaged = fc
      .tuple(line, fc.nat(), fc.constantFrom('', '"', '\\', '}', '{', ',', ':', '\u0001', 'x', '[1]'))
      .map(([whole, at, put]) => {
        const place = at % whole.length;
        return whole.slice(0, place) + put + whole.slice(place + 1);
      });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(line, damaged), { maxLength: 4 }), async (lines) => {
        await expectSame(lines.join(''));
      }),
      { numRuns: 300 },
    );
  });

  it('does so with any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(line, fc.uint8Array({ maxLength: 6 }), fc.nat(), async (whole, bytes, at) => {
        const written = Buffer.from(whole);
        const place = at % written.length;
        await expectSame(Buffer.concat([written.subarray(0, place), bytes, written.subarray(place)]));
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['plain rows', '{"id": "a", "text": "Fever"}\n{"text":"Gout","id":"b"}\n'],
    ['rows without a line end', '{"id": "a", "text": ""}'],
    ['a byte order mark', '\ufeff{"id": "a", "text": "Fever"}\r\n\r\n{"id": "b", "text": "é🩺"}'],
    [
      'escapes between plain rows',
      '{"id": "a", "text": "1"}\n{"id": "b", "text": "\\"2\\u00e9\\ud83d"}\n{"id": "c", "text": "3"}',
    ],
    ['numbers as ids', '{"id": 7, "text": "a"}'],
    ['a field twice', '{"id": "a", "id": "b", "text": "c"}'],
    ['fields that are not read', '{"id": "a", "title": "T", "text": "c", "n": {"id": "x"}}'],
    [
      'a title that is empty or null',
      '{"_id": "a", "title": "", "text": "c"}\n{"_id": "b", "title": null, "text": "d"}',
    ],
  ])('reads %s', async (_, content) => {
    expect(Array.isArray(await expectSame(content, content.includes('_id') ? 'beir' : 'r2med'))).toBe(true);
  });

  it('puts a title before its text as it is told', async () => {
    const file = corpusFile(
      '{"_id": "a", "title": "T", "text": "c"}\n{"_id": "b", "title": "", "text": "d"}',
    );
    const alone = readBlocks(file, folderFormats.beir, ({ text }) => text);
    expect(await outcome(alone, inBlock)).toEqual([
      ['a', 'c'],
      ['b', 'd'],
    ]);
  });

  it.each([
    ['an empty file', ''],
    ['blank lines alone', '\n \n'],
    ['a row without a text', '{"id": "a"}'],
    ['an empty id', '{"id": "", "text": "c"}'],
    ['a text that is no string', '{"id": "a", "text": ["c"]}'],
    ['a control character', '{"id": "a", "text": "b\tc"}'],
    ['a row cut short', '{"id": "a", "text": "c"}\n{"id": "b", "text": "d'],
    ['an array', '[{"id": "a", "text": "c"}]'],
    ['something behind the row', '{"id": "a", "text": "c"}{}'],
  ])('refuses %s with the same error', async (_, content) => {
    expect(await expectSame(content, 'r2med')).toBeInstanceOf(Error);
  });

  it('reads lines across its blocks', async () => {
    const rows = Array.from(
      { length: 3000 },
      (_, i) => `{"id": "d${i}", "text": "${'fever é '.repeat(i % 90)}"}`,
    );
    expect(await expectSame(rows.join('\n'), 'r2med')).toHaveLength(3000);
  });
});
