import fc from 'fast-check';
import { it } from 'vitest';
import { damage, damages, mustSayWhich } from '../support/damaged-files.js';
import { parquetTable } from '../support/parquet-table.js';
import { writtenFolder } from '../support/written-folder.js';

const RUN = 'q1 Q0 d1 1 2.5 bm25\nq1 Q0 d2 2 1.5 bm25\n';
const QRELS = 'q1 0 d1 1\nq1 0 d2 0\n';
const CORPUS = '{"_id": "d1", "text": "gout"}\n{"_id": "d2", "text": "anaemia"}\n';
const QUERIES = '{"_id": "q1", "text": "why does the toe swell?"}\n';
const JUDGEMENTS = 'query-id\tcorpus-id\tscore\nq1\td1\t1\n';
const PLAN = 'systems:\n  - bm25\nsuite: sample\n';
const table = (texts: Readonly<Record<string, string>>): Buffer =>
  parquetTable({ _id: Object.keys(texts), text: Object.values(texts) });

/** Files by their path, and a command that reads all of them. */
const READ: readonly {
  readonly files: Readonly<Record<string, string | Buffer>>;
  readonly args: string[];
}[] = [
  {
    files: { 'qrels.txt': QRELS, 'run.trec': RUN },
    args: ['eval', '--judgements', 'qrels.txt', '--run', 'run.trec'],
  },
  {
    files: { 'task/corpus.jsonl': CORPUS, 'task/queries.jsonl': QUERIES, 'task/qrels/test.tsv': JUDGEMENTS },
    args: ['run', '--data', 'task', '--retriever', 'bm25', '--out', 'results', '--overwrite'],
  },
  {
    files: {
      'nano/corpus/NanoX.parquet': table({ d1: 'gout', d2: 'anaemia' }),
      'nano/queries/NanoX.parquet': table({ q1: 'why does the toe swell?' }),
      'nano/qrels/NanoX.parquet': parquetTable({ 'query-id': ['q1'], 'corpus-id': ['d1'] }),
    },
    args: ['run', '--data', 'nano', '--retriever', 'bm25', '--out', 'results', '--overwrite'],
  },
  { files: { 'plan.yaml': PLAN }, args: ['run', '--experiment', 'plan.yaml', '--dry-run'] },
];

it.each(READ)(
  '$args: whatever a file holds, there is a result or a short error that names it',
  async ({ files, args }) => {
    const others = READ.flatMap((each) => Object.values(each.files).map((file) => Buffer.from(file)));
    await fc.assert(
      fc.asyncProperty(damages(Object.keys(files)), async (damaged) => {
        const folder = writtenFolder(files);
        damage(folder, damaged, Buffer.from(files[damaged.name]!), others);
        await mustSayWhich(args, folder, damaged.name);
      }),
      { numRuns: 80 },
    );
  },
  240_000,
);
