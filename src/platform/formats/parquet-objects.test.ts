import { parquetWriteBuffer, type SchemaElement } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../core/index.js';
import { readParquetObjects } from './parquet-objects.js';

const text = (name: string): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  repetition_type: 'OPTIONAL',
});

/** A table with a text, a number, a struct and a list of structs. */
const table = (): ArrayBuffer =>
  parquetWriteBuffer({
    schema: [
      { name: 'schema', num_children: 4 },
      text('id'),
      { name: 'key', type: 'INT64', repetition_type: 'OPTIONAL' },
      { name: 'options', num_children: 2, repetition_type: 'OPTIONAL' },
      text('A'),
      text('B'),
      { name: 'links', converted_type: 'LIST', repetition_type: 'OPTIONAL', num_children: 1 },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      { name: 'element', repetition_type: 'OPTIONAL', num_children: 2 },
      text('url'),
      text('title'),
    ],
    columnData: [
      { name: 'id', data: ['q1', 'q2'] },
      { name: 'key', data: [1n, 9007199254740993n] },
      {
        name: 'options',
        data: [
          { A: 'Toe', B: 'Knee' },
          { A: 'Ear', B: null },
        ],
      },
      { name: 'links', data: [[{ url: 'u', title: 't' }], []] },
    ],
  });

const rowsOf = async (buffer: ArrayBuffer) => {
  const bytes = {
    byteLength: buffer.byteLength,
    slice: async (start: number, end?: number) => buffer.slice(start, end),
  };
  const rows: unknown[] = [];
  for await (const batch of readParquetObjects('t.parquet', bytes)) rows.push(...batch);
  return rows;
};

describe('rows of any Parquet table', () => {
  it('are objects of JSON, nested columns too', async () => {
    expect(await rowsOf(table())).toEqual([
      {
        at: { file: 't.parquet', line: 1 },
        values: { id: 'q1', key: 1, options: { A: 'Toe', B: 'Knee' }, links: [{ url: 'u', title: 't' }] },
      },
      {
        at: { file: 't.parquet', line: 2 },
        values: { id: 'q2', key: '9007199254740993', options: { A: 'Ear', B: null }, links: [] },
      },
    ]);
  });

  it('of a damaged file are rows or an error that names the file, whichever bit is wrong', async () => {
    const whole = new Uint8Array(table());
    for (let at = 0; at < whole.length; at++) {
      const broken = whole.slice();
      broken[at]! ^= 1 << (at % 8);
      const outcome = await rowsOf(broken.buffer).catch((error: unknown) => error);
      if (!Array.isArray(outcome)) expect(outcome, `byte ${at}`).toBeInstanceOf(InputError);
    }
  });

  it('of a file that is cut short are an error', async () => {
    await expect(rowsOf(table().slice(0, 80))).rejects.toThrow('t.parquet');
  });
});
