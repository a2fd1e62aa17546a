import { parquetWriteBuffer, type SchemaElement } from 'hyparquet-writer';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { serializeTCompactProtocol } from 'hyparquet-writer/src/thrift.js';

type Cell = string | number | null | readonly (string | null)[];

/** A Parquet file of columns of text, of whole numbers, or of lists of text, told by their first value. */
export const parquetTable = (columns: Readonly<Record<string, readonly Cell[]>>): Buffer => {
  const named = Object.entries(columns);
  const schema = named.flatMap(([name, cells]) => elements(name, cells.find((cell) => cell !== null) ?? ''));
  return Buffer.from(
    parquetWriteBuffer({
      schema: [{ name: 'schema', num_children: named.length }, ...schema],
      columnData: named.map(([name, cells]) => ({
        name,
        data: cells.map((cell) => (typeof cell === 'number' ? BigInt(cell) : cell)),
      })),
    }),
  );
};

const text = (name: string): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  repetition_type: 'OPTIONAL',
});

const elements = (name: string, cell: Cell): readonly SchemaElement[] => {
  if (typeof cell === 'string') return [text(name)];
  if (typeof cell === 'number') return [{ name, type: 'INT64', repetition_type: 'OPTIONAL' }];
  return [
    { name, converted_type: 'LIST', repetition_type: 'OPTIONAL', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    text('element'),
  ];
};

/**
 * A row group of one column `text` that holds the same word in every row, with so many rows in each page: a page is a dictionary's first place,
 * repeated, whatever the number.
 */
export const repeatedText = (pageRows: readonly number[]): Buffer => {
  const rows = pageRows.reduce((sum, count) => sum + count, 0);
  const out = new ByteWriter();
  const page = (head: (size: number) => Record<string, unknown>, content: readonly number[]): void => {
    serializeTCompactProtocol(out, head(content.length));
    out.appendBytes(Uint8Array.from(content));
  };
  const varint = (value: number): number[] =>
    value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
  out.appendBytes(Buffer.from('PAR1'));
  const dictionary = 4n;
  page(
    (size) => ({ field_1: 2, field_2: size, field_3: size, field_7: { field_1: 1, field_2: 0 } }),
    [...[4, 0, 0, 0], ...Buffer.from('gout')],
  );
  const data = BigInt(out.offset);
  for (const count of pageRows)
    page(
      (size) => ({
        ...{ field_1: 0, field_2: size, field_3: size },
        field_5: { field_1: count, field_2: 8, field_3: 3, field_4: 3 },
      }),
      // Places of one bit, in one run.
      [1, ...varint(count * 2), 0],
    );
  const size = BigInt(out.offset) - dictionary;
  writeMetadata(out, {
    version: 1,
    schema: [
      { name: 'schema', num_children: 1 },
      { ...text('text'), repetition_type: 'REQUIRED' },
    ],
    num_rows: BigInt(rows),
    row_groups: [
      {
        columns: [
          {
            file_offset: dictionary,
            meta_data: {
              type: 'BYTE_ARRAY',
              encodings: ['RLE_DICTIONARY'],
              path_in_schema: ['text'],
              codec: 'UNCOMPRESSED',
              num_values: BigInt(rows),
              total_uncompressed_size: size,
              total_compressed_size: size,
              data_page_offset: data,
              dictionary_page_offset: dictionary,
            },
          },
        ],
        total_byte_size: size,
        num_rows: BigInt(rows),
      },
    ],
    metadata_length: 0,
  });
  out.appendBytes(Buffer.from('PAR1'));
  return Buffer.from(out.getBytes());
};

/** The rows of a small Nano split. */
export interface NanoRows {
  readonly documents: Readonly<Record<string, string>>;
  readonly queries: Readonly<Record<string, string>>;
  /** Relevant documents by query. */
  readonly positives: Readonly<Record<string, readonly string[]>>;
  /** Candidates by configuration and query. */
  readonly lists?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** Its files, by their path in a Nano folder. */
export const nanoFiles = (
  split: string,
  { documents, queries, positives, lists = {} }: NanoRows,
): Readonly<Record<string, Buffer>> => {
  const texts = (rows: Readonly<Record<string, string>>): Buffer =>
    parquetTable({ _id: Object.keys(rows), text: Object.values(rows) });
  const pairs = Object.entries(positives).flatMap(([query, ids]) => ids.map((id) => [query, id] as const));
  return {
    [`corpus/${split}.parquet`]: texts(documents),
    [`queries/${split}.parquet`]: texts(queries),
    [`qrels/${split}.parquet`]: parquetTable({
      'query-id': pairs.map(([query]) => query),
      'corpus-id': pairs.map(([, id]) => id),
    }),
    ...Object.fromEntries(
      Object.entries(lists).map(([config, byQuery]) => [
        `${config}/${split}.parquet`,
        parquetTable({ 'query-id': Object.keys(byQuery), 'corpus-ids': Object.values(byQuery) }),
      ]),
    ),
  };
};
