import { parquetWriteBuffer, type SchemaElement } from 'hyparquet-writer';
import type { CandidateList } from './candidate-lists.js';
import type { NanoSet } from './nano-set.js';

interface Column {
  readonly name: string;
  readonly values: readonly string[] | readonly (readonly string[])[];
}

/** A config's table in Parquet: columns of strings, or of lists of strings as Arrow writes them, compressed with Snappy. */
const table = (...columns: readonly Column[]): Uint8Array => {
  const schema: SchemaElement[] = [{ name: 'schema', num_children: columns.length }];
  for (const { name, values } of columns) schema.push(...elementsOf(name, Array.isArray(values[0])));
  return new Uint8Array(
    parquetWriteBuffer({
      schema,
      columnData: columns.map(({ name, values }) => ({ name, data: [...values] })),
      codec: 'SNAPPY',
      // The smallest and largest value of a column of texts are two whole documents, which have no use.
      statistics: false,
    }),
  );
};

const text = (name: string): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  repetition_type: 'OPTIONAL',
});

const elementsOf = (name: string, isList: boolean): readonly SchemaElement[] =>
  isList
    ? [
        { name, converted_type: 'LIST', repetition_type: 'OPTIONAL', num_children: 1 },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        text('element'),
      ]
    : [text(name)];

/** The tables of a split by config, in the columns of the published sets. */
export const tablesOf = (
  { queries, documents, positives }: NanoSet,
  lists: readonly CandidateList[],
): ReadonlyMap<string, Uint8Array> =>
  new Map([
    ['corpus', texts(documents)],
    ['queries', texts(queries)],
    [
      'qrels',
      table(
        { name: 'query-id', values: positives.map(({ query }) => query) },
        { name: 'corpus-id', values: positives.map(({ document }) => document) },
      ),
    ],
    ...lists.map(
      ({ config, documents: byQuery }) =>
        [
          config,
          table(
            { name: 'query-id', values: [...byQuery.keys()] },
            { name: 'corpus-ids', values: [...byQuery.values()] },
          ),
        ] as const,
    ),
  ]);

const texts = (rows: readonly { readonly id: string; readonly text: string }[]): Uint8Array =>
  table(
    { name: '_id', values: rows.map(({ id }) => id) },
    { name: 'text', values: rows.map((row) => row.text) },
  );
