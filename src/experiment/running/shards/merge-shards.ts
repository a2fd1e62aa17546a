import { resolve } from 'node:path';
import {
  commandLine,
  docId,
  InputError,
  type QueryId,
  type Ranking,
  type Run,
  type Task,
  type Tools,
} from '../../../core/index.js';
import { DEFAULT_RULE, parseMeasure } from '../../../evaluation/measures/index.js';
import { removeAsOne, sweep } from '../../../platform/node/index.js';
import { taskWords } from '../../../tasks/index.js';
import { isIncomplete, type Result } from '../../record/index.js';
import type { OpenTask } from '../../rescoring/index.js';
import { copyResult, readResult, resultFolder } from '../../results/index.js';
import { resultOf } from '../make-result.js';
import { savedOnce } from '../run-system.js';
import { type CheckedItem, checkShards } from './check-shards.js';
import { mergedFacts } from './merged-facts.js';
import { readBlock, type StoredBlock, shardsFolder } from './shard-files.js';

/** What is merged, and where the results go. */
export interface MergeOptions {
  /** Folders of records in which `run --shard` left its pieces. */
  readonly results: readonly string[];
  readonly out: string;
  readonly open: OpenTask;
  /** Replace results of the same name made with other settings. */
  readonly overwrite?: boolean;
}

/** A result that was made of pieces, or was there already. */
export interface MergedResult {
  readonly result: Result;
  readonly folder: string;
  readonly reused: boolean;
}

/**
 * Joins the pieces of all shards of a split into the results that one process would have written. Everything is checked before the first
 * result is written: no shard is missing, all are of the same work, no file was changed. Pieces within `out` are removed in the end.
 */
export const mergeShards = async (
  { results, out, open, overwrite = false }: MergeOptions,
  tools: Tools,
): Promise<readonly MergedResult[]> => {
  // A merge that was killed at its end leaves nothing else.
  sweep(out);
  const checked = await checkShards(results);
  const merged: MergedResult[] = [];
  const progress = tools.progress('merging', checked.items.length);
  try {
    for (const item of checked.items) {
      tools.signal.throwIfAborted();
      const { whole } = item;
      merged.push(
        whole
          ? await copied({ ...item, whole }, { out, overwrite })
          : await joined(item, { out, open, overwrite }, tools),
      );
      progress.advance();
    }
  } finally {
    progress.done();
  }
  if (!merged.some(({ result }) => isIncomplete(result))) await removeWithin(out, checked.folders);
  return merged;
};

/** A result that was whole before there were shards. */
const copied = async (
  { whole, folder: below }: CheckedItem & Required<Pick<CheckedItem, 'whole'>>,
  { out, overwrite }: { readonly out: string; readonly overwrite: boolean },
): Promise<MergedResult> => {
  const { from, to } = whole;
  const folder = resultFolder(below ? `${out}/${below}` : out, ...to);
  const { record, queries } = (await readResult(from))!;
  const earlier = resolve(folder) === resolve(from) ? { record } : await readResult(folder);
  if (earlier && earlier.record.fingerprint !== record.fingerprint && !overwrite)
    throw new InputError({
      at: { file: folder },
      found: `a result of ${record.name} with other settings`,
      fix: 'add --overwrite to replace it, or choose another --out',
    });
  if (earlier?.record.fingerprint !== record.fingerprint) await copyResult(from, folder);
  return { result: { record, queries }, folder, reused: true };
};

const joined = async (
  item: CheckedItem,
  { out, open, overwrite }: Required<Omit<MergeOptions, 'results'>>,
  tools: Tools,
): Promise<MergedResult> => {
  const { name, spec, task: about } = item.first!;
  const task = await open(about);
  if (!task) throw notHere(about);
  const planned = {
    system: { name, spec },
    task,
    measures: item.measures.map(parseMeasure),
    rule: { ...DEFAULT_RULE, missing: item.missing },
  };
  const make = async () => {
    const blocks: StoredBlock[] = [];
    for (const { folder, block } of item.blocks) blocks.push((await readBlock(folder, item.place, block))!);
    const run = runOf(blocks, task);
    const search = { run, facts: mergedFacts(blocks), timings: timingsOf(blocks) };
    return { result: await resultOf(planned, search, tools, async () => about), run };
  };
  return savedOnce(item.folder ? `${out}/${item.folder}` : out, planned, make, tools, { overwrite });
};

/** Rankings in the order of the task's queries. */
const runOf = (blocks: readonly StoredBlock[], { name, queries }: Task): Run => {
  const run = new Map<QueryId, Ranking>();
  const rankings = blocks.flatMap((block) => block.rankings);
  for (const [place, [id, hits]] of rankings.entries()) {
    if (queries[place]?.id !== id)
      throw new InputError({
        found: `a ranking of query ${id} where ${name} has ${queries[place]?.id}`,
        fix: 'run this shard again',
      });
    run.set(
      queries[place]!.id,
      hits.map(([found, score]) => ({ docId: docId(found), score })),
    );
  }
  return run;
};

/** Seconds of all machines together. */
const timingsOf = (blocks: readonly StoredBlock[]) => {
  const openings = new Map(blocks.map(({ opening, seconds }) => [opening, seconds.open]));
  return {
    open: [...openings.values()].reduce((sum, each) => sum + each, 0),
    search: blocks.reduce((sum, { seconds }) => sum + seconds.search, 0),
  };
};

const notHere = (task: StoredBlock['task']): InputError =>
  new InputError({
    found: `shards on ${task.name}, whose files are not on this machine or have changed`,
    expected: 'the task that the shards were run on: its judgements score the whole',
    fix: `${commandLine('fetch', ...taskWords(task))}, or name its folder with --data`,
  });

/** All pieces in one folder of records are of one split: they go together, so that a kill leaves all of them or none. */
const removeWithin = async (out: string, folders: readonly string[]): Promise<void> => {
  const own = resolve(shardsFolder(out));
  if (folders.some((folder) => resolve(folder).startsWith(own))) await removeAsOne(own);
};
