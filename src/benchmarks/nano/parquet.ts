import type { SchemaElement } from 'hyparquet-writer';
import type { CandidateList } from './candidate-lists.js';
import type { NanoSet } from './nano-set.js';

/** Strings, lists of strings as Arrow writes them, or whole numbers of 32 bits. */
interface Column {
  readonly name: string;
  readonly values: readonly string[] | readonly (readonly string[])[] | readonly number[];
  /** Whether the values are lists; without rows nothing else tells. */
  readonly lists?: boolean;
}

type Table = readonly Column[];

const text = (name: string): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  repetition_type: 'OPTIONAL',
});

const elementsOf = ({ name, values, lists = Array.isArray(values[0]) }: Column): readonly SchemaElement[] =>
  lists
    ? [
        { name, converted_type: 'LIST', repetition_type: 'OPTIONAL', num_children: 1 },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        text('element'),
      ]
    : [typeof values[0] === 'number' ? { name, type: 'INT32', repetition_type: 'OPTIONAL' } : text(name)];

/** A table as Parquet, compressed with Snappy. */
export const parquetTable = async (columns: Table): Promise<Uint8Array> => {
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  return new Uint8Array(
    parquetWriteBuffer({
      schema: schemaOf(columns),
      columnData: columns.map(({ name, values }) => ({ name, data: [...values] })),
      codec: 'SNAPPY',
      // The smallest and largest value of a column of texts are two whole documents, which no reader needs.
      statistics: false,
    }),
  );
};

/** The tables of a split by config, in the columns of the published sets. */
export const tablesOf = async (
  set: NanoSet,
  lists: readonly CandidateList[],
): Promise<ReadonlyMap<string, Uint8Array>> => {
  const tables = columnsOf(set, lists).map(
    async ([config, columns]) => [config, await parquetTable(columns)] as const,
  );
  return new Map(await Promise.all(tables));
};

const schemaOf = (columns: Table): SchemaElement[] => [
  { name: 'schema', num_children: columns.length },
  ...columns.flatMap(elementsOf),
];

const columnsOf = (
  { queries, documents, positives }: NanoSet,
  lists: readonly CandidateList[],
): readonly (readonly [config: string, columns: Table])[] => [
  ['corpus', texts(documents)],
  ['queries', texts(queries)],
  [
    'qrels',
    [
      { name: 'query-id', values: positives.map(({ query }) => query) },
      { name: 'corpus-id', values: positives.map(({ document }) => document) },
    ],
  ],
  ...lists.map(
    ({ config, documents: byQuery }) =>
      [
        config,
        [
          { name: 'query-id', values: [...byQuery.keys()] },
          { name: 'corpus-ids', values: [...byQuery.values()] },
        ],
      ] as const,
  ),
];

const texts = (rows: readonly { readonly id: string; readonly text: string }[]): Table => [
  { name: '_id', values: rows.map(({ id }) => id) },
  { name: 'text', values: rows.map((row) => row.text) },
];
