import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Document, defined, fullText, InputError, type Task } from '../core/index.js';
import { mustBeWritable, stageFolder, writeAtomic, writeError } from '../platform/node/index.js';

/** Layouts that a task can be written in. */
export const TASK_LAYOUTS = ['r2med', 'beir'] as const;
/** The layout of a task's files: R2MED's or BEIR's. */
export type TaskLayout = (typeof TASK_LAYOUTS)[number];

interface LayoutFiles {
  readonly corpus: string;
  readonly queries: string;
  readonly judgements: string;
  document(document: Document): object;
  query(query: Task['queries'][number], more: QueryFields): object;
  /** What is written before the judgements, and each of them. */
  readonly header: string;
  judgement(query: string, document: string, grade: number): string;
}

interface QueryFields {
  readonly answer?: string;
  readonly body_system?: string;
  readonly excluded_ids?: readonly string[];
}

const FILES: Readonly<Record<TaskLayout, LayoutFiles>> = {
  r2med: {
    corpus: 'corpus.jsonl',
    queries: 'query.jsonl',
    judgements: 'qrels.jsonl',
    // R2MED's documents have no titles: what is searched is the whole text.
    document: (document) => ({ id: document.id, text: fullText(document) }),
    query: ({ id, text }, more) => ({ id, text, ...more }),
    header: '',
    judgement: (query, document, grade) =>
      `${JSON.stringify({ q_id: query, p_id: document, score: grade })}\n`,
  },
  beir: {
    corpus: 'corpus.jsonl',
    queries: 'queries.jsonl',
    judgements: 'qrels/test.tsv',
    document: ({ id, title = '', text }) => ({ _id: id, title, text }),
    query: ({ id, text }, more) => ({ _id: id, text, metadata: more }),
    header: 'query-id\tcorpus-id\tscore\n',
    judgement: (query, document, grade) => `${[query, document].map(cell).join('\t')}\t${grade}\n`,
  },
};

/** An id as a table without quotes holds it. */
const cell = (id: string): string => {
  if (/^\s|[\t\n\r]|\s$/.test(id))
    throw new InputError({
      found: `the id ${JSON.stringify(id)}`,
      expected: "ids without tabs, line ends and spaces around them, which BEIR's table cannot hold",
      fix: 'write it as --format r2med',
    });
  return id;
};

/** Refuses a folder that holds anything; with `overwrite`, anything but the files of a task. */
export const mustTakeTask = async (folder: string, overwrite: boolean): Promise<void> => {
  await mustBeWritable(folder);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw writeError(folder, error);
  });
  const ours = Object.values(FILES).flatMap(({ corpus, queries, judgements }) => [
    corpus,
    queries,
    judgements,
  ]);
  const strange = names.find((name) => !ours.some((file) => file.split('/')[0] === name));
  if (names.length === 0 || (overwrite && strange === undefined)) return;
  throw new InputError({
    at: { file: folder },
    found: strange === undefined ? 'a task' : `${strange}, which is no file of a task and would be lost`,
    expected: 'a folder that is empty or not there yet',
    fix: strange === undefined ? 'choose another --out, or add --overwrite' : 'choose another --out',
  });
};

/** Writes a task as a folder of R2MED's layout or BEIR's: readers see all of it or nothing. Gives the names of its files. */
export const writeTask = async (
  task: Task,
  folder: string,
  layout: TaskLayout = 'r2med',
): Promise<readonly string[]> => {
  const files = FILES[layout];
  await stageFolder(folder, async (staging) => {
    await writeAtomic(join(staging, files.corpus), documentLines(task, files));
    await writeAtomic(join(staging, files.queries), queryLines(task, files));
    await writeAtomic(join(staging, files.judgements), judgementLines(task, files));
  });
  return [files.corpus, files.queries, files.judgements];
};

async function* documentLines({ corpus }: Task, { document }: LayoutFiles): AsyncGenerator<string> {
  for await (const batch of corpus.rows())
    yield batch.map((row) => `${JSON.stringify(document(row))}\n`).join('');
}

function* queryLines({ queries, labels, excluded }: Task, { query }: LayoutFiles): Generator<string> {
  for (const each of queries) {
    const { answer, bodySystem } = labels.get(each.id) ?? {};
    const without = excluded?.get(each.id);
    const more = defined({ answer, body_system: bodySystem, excluded_ids: without && [...without] });
    yield `${JSON.stringify(query(each, more))}\n`;
  }
}

function* judgementLines({ judgements }: Task, { header, judgement }: LayoutFiles): Generator<string> {
  if (header) yield header;
  for (const [query, grades] of judgements)
    for (const [document, grade] of grades) yield judgement(query, document, grade);
}
