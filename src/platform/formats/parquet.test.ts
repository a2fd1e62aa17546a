import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedBytes } from '../../../test/support/changed-bytes.js';
import { parquetTable, repeatedText } from '../../../test/support/parquet-table.js';
import { InputError, WorkError } from '../../core/index.js';
import { type ParquetBytes, type ParquetRow, readParquet } from './parquet.js';
import type { ParquetColumn } from './parquet-columns.js';
import { readParquetObjects } from './parquet-objects.js';

const golden = (name: string): Buffer =>
  readFileSync(new URL(`../../../test/golden/pyarrow/${name}`, import.meta.url));

const bytesOf = (content: Uint8Array): ParquetBytes => ({
  byteLength: content.byteLength,
  slice: (start, end) => new Uint8Array(content.subarray(start, end)).buffer,
});

const ALL = {
  _id: { kind: 'text' },
  text: { kind: 'text' },
  ids: { kind: 'texts' },
  score: { kind: 'number' },
} as const satisfies Record<string, ParquetColumn>;
const TEXTS = { _id: ALL._id, text: ALL.text };

const read = async (
  content: Uint8Array,
  columns: Readonly<Record<string, ParquetColumn>> = ALL,
): Promise<readonly ParquetRow[]> => {
  const rows: ParquetRow[] = [];
  for await (const batch of readParquet('x.parquet', bytesOf(content), columns)) rows.push(...batch);
  return rows;
};

const refusal = async (
  name: string,
  columns: Readonly<Record<string, ParquetColumn>> = TEXTS,
): Promise<string> => {
  const error: unknown = await read(golden(`${name}.parquet`), columns).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(InputError);
  expect((error as InputError).details.fix).toBeDefined();
  return (error as InputError).message.split('\n')[0]!;
};

const { files, rows: expected } = JSON.parse(golden('rows.json').toString()) as {
  readonly files: readonly string[];
  readonly rows: readonly Record<string, unknown>[];
};

describe('rows of a Parquet file', () => {
  it.each(files)('%s is read as pyarrow reads it', async (name) => {
    const rows = await read(golden(`${name}.parquet`));
    expect(rows.map(({ values }) => values)).toEqual(expected);
  });

  it('may be written by hyparquet-writer, which claims for a size what is left after compression', async () => {
    const ids = Array.from({ length: 2000 }, (_, i) => `d${i}`);
    const table = parquetTable({
      _id: ids,
      text: ids.map(() => 'the same text'),
      ids: ids.map((id) => [id, 'd0']),
    });
    const rows = await read(table, { ...TEXTS, ids: ALL.ids });
    expect(rows.map(({ values }) => values)).toEqual(
      ids.map((id) => ({ _id: id, text: 'the same text', ids: [id, 'd0'] })),
    );
  });

  it('come a row group at a time and know their place', async () => {
    const sizes: number[] = [];
    const places: (number | undefined)[] = [];
    for await (const batch of readParquet('x.parquet', bytesOf(golden('row-groups.parquet')), TEXTS)) {
      sizes.push(batch.length);
      places.push(...batch.map(({ at }) => at.line));
    }
    expect(sizes).toEqual([2, 2, 2, 2, 2]);
    expect(places).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('hold the wanted columns only', async () => {
    const [first] = await read(golden('more-columns.parquet'), TEXTS);
    expect(Object.keys(first!.values)).toEqual(['_id', 'text']);
  });

  it('may be none', async () => {
    expect(await read(golden('no-rows.parquet'), TEXTS)).toEqual([]);
  });

  it('leave out what may be absent', async () => {
    const columns = { ...TEXTS, score: { kind: 'number', optional: true } } as const;
    const rows = await read(golden('null-score.parquet'), columns);
    expect(rows.map(({ values }) => values.score)).toEqual([2, undefined, -1]);
    const [plain] = await read(golden('null-text-in-second-group.parquet'), {
      _id: ALL._id,
      score: { kind: 'number', optional: true },
    });
    expect(plain!.values).toEqual({ _id: 'a' });
  });
});

describe('rows that are a few bytes in the file', () => {
  it('are read a page at a time: of the second nothing is requested before the rows of the first are taken', async () => {
    const content = repeatedText([100_000, 100_000, 1]);
    let requests = 0;
    const bytes: ParquetBytes = {
      byteLength: content.byteLength,
      slice: (from, to) => {
        requests++;
        return new Uint8Array(content.subarray(from, to)).buffer;
      },
    };
    const sizes: number[] = [];
    const requested: number[] = [];
    let last: ParquetRow | undefined;
    for await (const batch of readParquet('x.parquet', bytes, { text: ALL.text })) {
      sizes.push(batch.length);
      requested.push(requests);
      last = batch.at(-1);
    }
    // 16,384 rows at once, of 100,000.
    expect(sizes).toEqual([...Array(6).fill(16_384), 1696, ...Array(6).fill(16_384), 1696, 1]);
    expect(new Set(requested.slice(0, 7)).size).toBe(1);
    expect(requested[7]).toBe(requested[0]! + 2);
    expect(last).toEqual({ at: { file: 'x.parquet', line: 200_001 }, values: { text: 'gout' } });
  });

  it('are refused where forty million of them are one page, before any is decoded', async () => {
    const content = repeatedText([40_000_000]);
    expect(content.byteLength).toBeLessThan(1000);
    for (const rows of [
      readParquet('x.parquet', bytesOf(content), { text: ALL.text }),
      readParquetObjects('x.parquet', bytesOf(content)),
    ])
      await expect(rows.next()).rejects.toThrow(
        'x.parquet: 40000000 values of "text" in one page; expected at most 4194304\n' +
          '  Fix: write the file again with smaller parts: in pyarrow, pq.write_table(table, file, row_group_size=100_000)',
      );
  });
});

describe('a column that cannot be used is refused with its name', () => {
  it.each([
    ['null-text', 'x.parquet:2: no value for "text"; expected one in every row'],
    ['null-text-in-second-group', 'x.parquet:3: no value for "text"; expected one in every row'],
    ['number-ids', 'x.parquet: column "_id" with values of type INT64; expected text'],
    ['binary-text', 'x.parquet: column "text" with values of type BYTE_ARRAY; expected text'],
    ['struct-text', 'x.parquet: column "text" with nested values; expected text'],
    ['no-text', 'x.parquet: no column "text" among "_id", "body"; expected one with text'],
    [
      'two-texts',
      'x.parquet: more than one column "text" among "_id", "text", "text"; expected one with text',
    ],
  ])('%s', async (name, message) => {
    expect(await refusal(name)).toBe(message);
  });

  it.each([
    ['null-list', 'x.parquet:2: no value for "ids"; expected one in every row'],
    ['null-in-list', 'x.parquet:2: no value in place 2 of "ids"; expected text in every place'],
    ['list-of-numbers', 'x.parquet: column "ids" with lists of another type; expected lists of text'],
    ['list-of-lists', 'x.parquet: column "ids" with lists of another type; expected lists of text'],
    ['null-text', 'x.parquet: no column "ids" among "_id", "text"; expected one with lists of text'],
  ])('%s as a list', async (name, message) => {
    expect(await refusal(name, { _id: ALL._id, ids: ALL.ids })).toBe(message);
  });

  it.each([
    ['fraction-score', 'x.parquet: column "score" with values of type DOUBLE; expected whole numbers'],
    ['date-score', 'x.parquet: column "score" with values of type INT32 (DATE); expected whole numbers'],
    ['null-score', 'x.parquet:2: no value for "score"; expected one in every row'],
  ])('%s as a number', async (name, message) => {
    expect(await refusal(name, { score: ALL.score })).toBe(message);
  });

  it('text for a list, and a list for text', async () => {
    expect(await refusal('codec-none', { text: { kind: 'texts' } })).toContain('"text" with values of type');
    expect(await refusal('codec-none', { ids: { kind: 'text' } })).toContain(
      '"ids" with lists of another type',
    );
  });
});

describe('a file that is not whole', () => {
  const message = async (content: Uint8Array): Promise<string> => {
    const error: unknown = await read(content).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).message;
  };

  it('is told from one of another kind', async () => {
    expect(await message(new Uint8Array())).toMatch(/^x\.parquet: an empty file; expected a whole Parquet/);
    expect(await message(Buffer.from('{"_id": "d1"}'))).toMatch(/^x\.parquet: not a Parquet file/);
    expect(await message(Buffer.from('PAR1'))).toMatch(/^x\.parquet: a damaged Parquet file \(/);
    expect(await message(golden('codec-zstd.parquet').subarray(0, -1))).toMatch(/damaged Parquet file/);
  });

  it('text that is not UTF-8 is an error, not a question mark', async () => {
    expect(await refusal('broken-text')).toMatch(/damaged Parquet file \(.*not valid for encoding utf-8\)/);
  });

  it('at whichever byte it ends is an InputError', async () => {
    const whole = golden('codec-snappy.parquet');
    for (let end = 0; end < whole.length; end += 7) await message(whole.subarray(0, end));
  });

  it('random bytes are an InputError, with the marks of a Parquet file too', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.nat(400), async (bytes, length) => {
        await message(bytes);
        const end = Buffer.alloc(4);
        end.writeUInt32LE(length);
        await message(Buffer.concat([Buffer.from('PAR1'), bytes, end, Buffer.from('PAR1')]));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    'codec-none',
    'codec-snappy',
    'codec-gzip',
    'codec-brotli',
    'codec-zstd',
    'codec-lz4',
    'page-v2',
    'page-v2-zstd',
    'delta-encoding',
    'small-pages',
    'row-groups',
    'dictionary',
  ])('%s with changed bytes is read or is an InputError', async (name) => {
    const whole = golden(`${name}.parquet`);
    await fc.assert(
      fc.asyncProperty(changedBytes(whole), async (changed) => {
        const outcome: unknown = await read(changed).catch((error: unknown) => error);
        expect(Array.isArray(outcome) || outcome instanceof InputError).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('trouble with reading it stays what it is', async () => {
    const bytes: ParquetBytes = {
      byteLength: 100,
      slice: async () => {
        throw new WorkError('the disk is gone');
      },
    };
    const rows = readParquet('x.parquet', bytes, TEXTS);
    await expect(rows.next()).rejects.toThrow(WorkError);
  });
});
