import { defined } from '../../../core/index.js';
import { parquetTable } from '../../nano/index.js';
import type { ReleaseTask } from './release-task.js';

export type ReleaseFiles = ReadonlyMap<string, string | Uint8Array>;

export const jsonLines = (rows: Iterable<object>): string =>
  Array.from(rows, (row) => `${JSON.stringify(row)}\n`).join('');

/** R2MED's layout: a folder for each task. `excluded_ids` is BRIGHT's name for documents that count neither way. */
export const r2medFiles = ({ name, queries, documents }: ReleaseTask): ReleaseFiles =>
  new Map([
    [
      `r2med/${name}/query.jsonl`,
      jsonLines(
        queries.map(({ item, text, relevant, excluded }) => ({
          id: item.id,
          text,
          doc_id: relevant,
          ...defined({ answer: item.answer ?? item.diagnosis?.name, body_system: item.bodySystem }),
          excluded_ids: excluded,
        })),
      ),
    ],
    [`r2med/${name}/corpus.jsonl`, jsonLines(documents.map(({ id, text }) => ({ id, text })))],
    [
      `r2med/${name}/qrels.jsonl`,
      jsonLines(
        queries.flatMap(({ item, relevant }) =>
          relevant.map((id) => ({ q_id: item.id, p_id: id, score: 1 })),
        ),
      ),
    ],
  ]);

/** BEIR's layout. The title is empty, since it is no part of what R2MED's layout searches: all layouts score the same. */
export const beirFiles = ({ name, queries, documents }: ReleaseTask): ReleaseFiles =>
  new Map([
    [
      `beir/${name}/queries.jsonl`,
      jsonLines(
        queries.map(({ item, text, excluded }) => ({
          _id: item.id,
          text,
          metadata: {
            ...defined({ answer: item.answer ?? item.diagnosis?.name, body_system: item.bodySystem }),
            excluded_ids: excluded,
          },
        })),
      ),
    ],
    [`beir/${name}/corpus.jsonl`, jsonLines(documents.map(({ id, text }) => ({ _id: id, title: '', text })))],
    [
      `beir/${name}/qrels/test.tsv`,
      [
        'query-id\tcorpus-id\tscore\n',
        ...queries.flatMap(({ item, relevant }) => relevant.map((id) => `${item.id}\t${id}\t1\n`)),
      ].join(''),
    ],
  ]);

/** The configurations of the Parquet tables, each with a file for every task, as Nano sets have them. */
export const PARQUET_CONFIGS = ['corpus', 'queries', 'qrels'] as const;

/** Their columns. MTEB asks for `score`, and reads the others by these names. */
export const PARQUET_COLUMNS = {
  corpus: { _id: 'text', text: 'text' },
  queries: { _id: 'text', text: 'text', answer: 'text', body_system: 'text', excluded_ids: 'list' },
  qrels: { 'query-id': 'text', 'corpus-id': 'text', score: 'integer' },
} as const;

/** Parquet tables in the layout of Nano sets, which the hub shows and `--data FOLDER#Task` reads. */
export const parquetFiles = async ({ name, queries, documents }: ReleaseTask): Promise<ReleaseFiles> => {
  const pairs = queries.flatMap(({ item, relevant }) => relevant.map((id) => [item.id, id] as const));
  const tables = {
    corpus: [
      { name: '_id', values: documents.map(({ id }) => id) },
      { name: 'text', values: documents.map(({ text }) => text) },
    ],
    queries: [
      { name: '_id', values: queries.map(({ item }) => item.id) },
      { name: 'text', values: queries.map(({ text }) => text) },
      { name: 'answer', values: queries.map(({ item }) => item.answer ?? item.diagnosis?.name ?? '') },
      { name: 'body_system', values: queries.map(({ item }) => item.bodySystem ?? '') },
      { name: 'excluded_ids', values: queries.map(({ excluded }) => excluded), lists: true },
    ],
    qrels: [
      { name: 'query-id', values: pairs.map(([query]) => query) },
      { name: 'corpus-id', values: pairs.map(([, document]) => document) },
      { name: 'score', values: pairs.map(() => 1) },
    ],
  };
  const files = PARQUET_CONFIGS.map(
    async (config) => [`parquet/${config}/${name}.parquet`, await parquetTable(tables[config])] as const,
  );
  return new Map(await Promise.all(files));
};
