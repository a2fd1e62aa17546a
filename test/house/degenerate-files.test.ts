import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { r2med } from '../support/in-process.js';
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

const LONG = 'x'.repeat(1_000_000);

/** What may be in the place of a file. */
const DAMAGES: Readonly<
  Record<string, (whole: Buffer, at: number, others: readonly Buffer[]) => Buffer | 'folder'>
> = {
  folder: () => 'folder',
  empty: () => Buffer.alloc(0),
  truncated: (whole, at) => whole.subarray(0, at % whole.length),
  swapped: (_, at, others) => others[at % others.length]!,
  'with a bit changed': (whole, at) => {
    const changed = Buffer.from(whole);
    changed[at % whole.length]! ^= 1 << (at % 8);
    return changed;
  },
  'with a million letters in it': (whole, at) => {
    const place = at % whole.length;
    return Buffer.concat([whole.subarray(0, place), Buffer.from(LONG), whole.subarray(place)]);
  },
  binary: (_, at) => Buffer.from(Array.from({ length: 200 }, (_, i) => (i * (at + 7) * 31) % 256)),
  other: (_, at) => Buffer.from(OTHERS[at % OTHERS.length]!),
};
const OTHERS = ['\n\n\n', '{', '[]', 'null', '{"_id": {}}\n', '\ufeff', '---\n- [', '\0\0', LONG, `"${LONG}`];

const LONGEST_MESSAGE = 10_000;

it.each(READ)(
  '$args: whatever a file holds, there is a result or a short error that names it',
  async ({ files, args }) => {
    const others = READ.flatMap((each) => Object.values(each.files).map((file) => Buffer.from(file)));
    const names = fc.constantFrom(...Object.keys(files));
    const kinds = fc.constantFrom(...Object.keys(DAMAGES));
    await fc.assert(
      fc.asyncProperty(names, kinds, fc.nat(5000), async (name, kind, at) => {
        const folder = writtenFolder(files);
        const content = DAMAGES[kind]!(Buffer.from(files[name]!), at, others);
        rmSync(join(folder, name));
        if (content === 'folder') mkdirSync(join(folder, name));
        else writeFileSync(join(folder, name), content);
        const { code, stderr } = await r2med(args, { cwd: folder });
        expect(stderr).not.toMatch(/^ {4}at /m);
        expect(stderr.length).toBeLessThan(LONGEST_MESSAGE);
        // The file, or the folder that it belongs to.
        if (code !== 0) expect(stderr).toMatch(new RegExp(`^r2med: [^]*(${name.split('/').join('|')})`, 'm'));
      }),
      { numRuns: 80 },
    );
  },
  240_000,
);
