import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { defined, InputError } from '../../core/index.js';
import { cannotRead, readTextFile, readXzText } from '../../platform/node/index.js';
import type { PublishedEntry } from '../record/index.js';
import { modelFacts } from './model-facts.js';

/** What is read of a result file; it also holds rankings, which are not needed here. */
const HakariFile = z.object({
  generated_at_utc: z.string().optional(),
  model: z.object({ id: z.string(), method: z.string().optional() }),
  target: z.object({ split_name: z.string() }),
  evaluation: z.object({ aggregate_metric: z.string(), aggregate_metric_value: z.number().min(0).max(1) }),
  metrics: z.record(z.string(), z.number()),
});

const SET = 'hakari-bench__NanoR2MED';

/**
 * The NanoR2MED results of a copy of `hakari-bench/results`: `<model>/hakari-bench__NanoR2MED/<split>.json.xz` or `.json`, at any depth, one
 * entry per model. Other sets are not looked at. `tasks` gives our name for a split.
 */
export const readHakariFolder = async (
  folder: string,
  tasks: ReadonlyMap<string, string>,
): Promise<readonly PublishedEntry[]> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(cannotRead(folder));
  const files = found
    .filter((each) => each.isFile() && basename(each.parentPath) === SET && /\.json(\.xz)?$/.test(each.name))
    .map((each) => join(each.parentPath, each.name))
    .sort();
  if (files.length === 0)
    throw new InputError({
      at: { file: folder },
      found: 'no result files on NanoR2MED',
      expected: `hakari-results/<model>/${SET}/<split>.json.xz, as in the hub dataset hakari-bench/results`,
      fix: `hf download hakari-bench/results --repo-type dataset --include "*/${SET}/*" --local-dir FOLDER`,
    });
  const facts = modelFacts();
  const entries = new Map<string, PublishedEntry>();
  for (const file of files) {
    const read = await readHakariFile(file);
    const task = tasks.get(read.target.split_name);
    if (task === undefined) throw wrongFile(file, `split ${JSON.stringify(read.target.split_name)}`);
    const path = relative(folder, dirname(file)).split(sep).join('/');
    const earlier = entries.get(path) ?? newEntry(path, read, facts);
    entries.set(path, { ...earlier, scores: { ...earlier.scores, [task]: scoresOf(read) } });
  }
  return [...entries.values()];
};

type Read = z.infer<typeof HakariFile>;

const readHakariFile = async (file: string): Promise<Read> => {
  const text = await (file.endsWith('.xz') ? readXzText(file) : readTextFile(file));
  try {
    return HakariFile.parse(JSON.parse(text));
  } catch (error) {
    throw wrongFile(file, 'not a result file of HAKARI-Bench', error);
  }
};

const wrongFile = (file: string, found: string, cause?: unknown): InputError =>
  new InputError(
    {
      at: { file },
      found,
      expected: '{"model": {"id": …}, "target": {"split_name": "NanoR2MED…"}, "evaluation": …, "metrics": …}',
      fix: 'fetch the file again, or move it out of the folder',
    },
    { cause },
  );

const newEntry = (
  path: string,
  { model: { id, method }, generated_at_utc: at }: Read,
  facts: ReturnType<typeof modelFacts>,
): PublishedEntry => {
  const reranks = method === 'reranker';
  return {
    id: `hakari/${path}`,
    suite: 'nano',
    name: id,
    kind: reranks ? 'reranker' : 'retriever',
    retriever: reranks ? 'stored:hybrid' : id,
    ...(reranks && { reranker: id }),
    origin: { source: 'hakari', title: 'hakari-bench/results', path, ...defined({ date: at?.slice(0, 10) }) },
    repeatedIn: [],
    protocol: `HAKARI-Bench, ${method ?? 'kind of model not said'}; equal scores by id ascending`,
    caveats: reranks
      ? ['candidates of the hybrid list, with a relevant document added where it has none']
      : method === 'dense'
        ? ['the best of several similarities, chosen on the test data']
        : [],
    status: 'current',
    ...defined({ date: at?.slice(0, 10) }),
    ...facts(id),
    usesGeneratedText: false,
    scores: {},
  };
};

/** Its main measure is nDCG@10. The other one is taken only where a single similarity was scored. */
const scoresOf = ({ evaluation, metrics }: Read): Readonly<Record<string, number>> => {
  const hits = Object.entries(metrics).filter(([name]) => name.toLowerCase().endsWith('_acc@100'));
  return {
    ...(evaluation.aggregate_metric.toLowerCase() === 'ndcg@10' && {
      'nDCG@10': evaluation.aggregate_metric_value,
    }),
    ...(hits.length === 1 && { 'Hit@100': hits[0]![1] }),
  };
};
