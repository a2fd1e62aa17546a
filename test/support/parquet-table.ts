import { parquetWriteBuffer, type SchemaElement } from 'hyparquet-writer';

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
