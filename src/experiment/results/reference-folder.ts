import { readdir } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { z } from 'zod';
import { InputError, own } from '../../core/index.js';
import { readTextFile } from '../../platform/node/index.js';
import type { PublishedEntry } from '../record/index.js';
import { modelFacts } from './model-facts.js';

/** A result file of the reference implementation, in any of the shapes that it was published in. */
const ReferenceFile = z.object({
  dataset_name: z.string(),
  /** Only in files that this project wrote, on another suite than R2MED itself. */
  suite: z.string().optional(),
  model_name: z.string().optional(),
  retriever_name: z.string().optional(),
  gar_method: z.string().optional(),
  gar_llm: z.string().optional(),
  reranker_name: z.string().optional(),
  topk: z.int().positive().optional(),
  test: z.record(z.string(), z.number()),
});

const KINDS = { 'base retriever': 'retriever', gar: 'gar', reranker: 'reranker' } as const;

/** Names of measures in both styles: `ndcg_at_10` and `NDCG@10`. */
const MEASURES: Readonly<Record<string, string>> = {
  ndcg: 'nDCG',
  map: 'MAP',
  recall: 'Recall',
  precision: 'P',
  p: 'P',
};

/**
 * The results of a folder that the reference implementation wrote (`base retriever/<retriever>/<task>.json`, `gar/…`, `reranker/…`, below the
 * folder or its `results/`), one entry per system. They have means alone: no rankings, no queries, no intervals. Undefined where the
 * folder holds no such file. `taskName` turns names that tasks had before into those of today.
 */
export const readReferenceFolder = async (
  folder: string,
  taskName: (name: string) => string = (name) => name,
): Promise<readonly PublishedEntry[] | undefined> => {
  for (const root of [folder, join(folder, 'results')]) {
    const files = (await jsonFilesIn(root)).filter((path) => path[0]! in KINDS && path.length >= 3);
    if (files.length > 0) return entriesOf(root, files, taskName);
  }
  return undefined;
};

const jsonFilesIn = async (root: string): Promise<readonly (readonly string[])[]> => {
  const found = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  return found
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, sep).length).split(sep))
    .sort((a, b) => (a.join('/') < b.join('/') ? -1 : 1));
};

const entriesOf = async (
  root: string,
  files: readonly (readonly string[])[],
  taskName: (name: string) => string,
): Promise<readonly PublishedEntry[]> => {
  const facts = modelFacts();
  const entries = new Map<string, PublishedEntry>();
  for (const path of files) {
    const file = join(root, ...path);
    const read = await readReferenceFile(file);
    const folders = path.slice(0, -1);
    const id = folders.join('/');
    const earlier = entries.get(id);
    const scores = { [taskName(basename(path.at(-1)!, '.json'))]: scoresOf(read.test) };
    entries.set(id, {
      ...(earlier ?? newEntry(id, root, folders, read, facts)),
      scores: { ...earlier?.scores, ...scores },
    });
  }
  return [...entries.values()];
};

const readReferenceFile = async (file: string): Promise<z.infer<typeof ReferenceFile>> => {
  const text = await readTextFile(file);
  try {
    return ReferenceFile.parse(JSON.parse(text));
  } catch (error) {
    throw new InputError(
      {
        at: { file },
        found: 'not a result file of the reference implementation',
        expected: '{"dataset_name": …, "test": {"ndcg_at_10": …}}',
        fix: 'move other files out of the folder',
      },
      { cause: error },
    );
  }
};

/** What is not in the file is in its path: `gar/<method>/<llm>/<retriever>`, `reranker/<reranker>/[<retriever>/]top_<depth>`. */
const newEntry = (
  id: string,
  root: string,
  [first, ...names]: readonly string[],
  read: z.infer<typeof ReferenceFile>,
  facts: ReturnType<typeof modelFacts>,
): PublishedEntry => {
  const kind = KINDS[first as keyof typeof KINDS];
  const depth = read.topk ?? Number(/top_(\d+)/.exec(names.join('/'))?.[1] ?? 0);
  const retriever =
    kind === 'gar'
      ? (read.retriever_name ?? names[2] ?? '')
      : kind === 'reranker'
        ? (read.retriever_name ?? (names.length > 2 ? names[1]! : 'nv'))
        : (read.model_name ?? names[0]!);
  const method = read.gar_method ?? names[0]!;
  const llm = read.gar_llm ?? names[1] ?? '';
  const reranker = read.reranker_name ?? names[0]!;
  const name =
    kind === 'gar'
      ? `${method}(${llm}) > ${retriever}`
      : kind === 'reranker'
        ? `${retriever} > ${reranker}(${depth})`
        : retriever;
  return {
    id,
    suite: read.suite ?? 'r2med',
    name,
    kind,
    retriever,
    ...(kind === 'gar' && { method, llm }),
    ...(kind === 'reranker' && { reranker, ...(depth > 0 && { depth }) }),
    origin: { source: 'files', title: root, path: id },
    repeatedIn: [],
    protocol: "files of the reference implementation's kind; how they were run is not in them",
    caveats: [
      'means over queries that had a ranking; no intervals, since single queries are not in the files',
    ],
    status: 'current',
    ...facts(retriever),
    usesGeneratedText: kind === 'gar',
    scores: {},
  };
};

const scoresOf = (test: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(test).flatMap(([name, score]) => {
      const [, measure = '', k] = /^([a-z]+)(?:_at_|@)(\d+)$/i.exec(name) ?? [];
      const known = own(MEASURES, measure.toLowerCase());
      if (known) return [[`${known}@${k}`, score]];
      return name.toLowerCase() === 'mrr' ? [['MRR', score]] : [];
    }),
  );
