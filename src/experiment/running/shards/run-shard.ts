import { randomUUID } from 'node:crypto';
import {
  canonicalJson,
  failedIn,
  InputError,
  type Retriever,
  type Shard,
  shardText,
  type Tools,
} from '../../../core/index.js';
import { DEFAULT_RULE } from '../../../evaluation/measures/index.js';
import { acquireLease, remove } from '../../../platform/node/index.js';
import { grown, type SharedStages, slug } from '../../../search/pipeline/index.js';
import { mustDiffer } from '../../../tasks/index.js';
import type { ExperimentPlan } from '../../plans/index.js';
import { type Incomplete, incompleteText } from '../../record/index.js';
import { resultFolder } from '../../results/index.js';
import { type SystemContext, system } from '../../systems/index.js';
import { fingerprintOf, type Planned, taskOf } from '../make-result.js';
import {
  type ExperimentOptions,
  optionsFor,
  type PlanFailure,
  plannedTask,
  runPlan,
} from '../run-experiment.js';
import { earlierResult } from '../run-system.js';
import {
  DamagedShard,
  headerFile,
  readBlock,
  readHeader,
  type StoredBlock,
  shardFolder,
  writeBlock,
  writeHeader,
  writeWhole,
} from './shard-files.js';
import {
  type Block,
  itemsOf,
  type Share,
  shareOf,
  type WorkItem,
  type WorkList,
  workListOf,
} from './work-list.js';

/** Settings of the run of one shard. */
export interface ShardOptions extends Omit<ExperimentOptions, 'watcher'> {
  readonly shard: Shard;
  /** The words of the command without its `--shard` and without secrets, to name the commands of other shards. */
  readonly command?: readonly string[];
}

/** What a shard has done of one system on one task. */
export interface ShardPart {
  readonly task: string;
  readonly system: string;
  /** Of the task's queries: from 1, both included. */
  readonly queries: readonly [number, number];
  /** How many of them were answered now; the others were there already. */
  readonly answered: number;
  /** What is missing because work failed. */
  readonly incomplete?: Incomplete;
}

/** What became of a shard. */
export interface ShardOutcome {
  readonly parts: readonly ShardPart[];
  readonly failures: readonly PlanFailure[];
}

/**
 * Runs one shard of a plan: its share of the queries of all systems on all tasks, in the batches in which one process would answer them. Pieces are
 * written to `<out>/.shards`, a batch at a time; those that are there already are not made again. `mergeShards` makes results of them.
 */
export const runShard = async (
  plan: ExperimentPlan & { readonly out: string },
  tasks: Parameters<typeof mustDiffer>[0],
  tools: Tools,
  { shard, command = [], context = {}, overwrite = false, failed }: ShardOptions,
): Promise<ShardOutcome> => {
  mustDiffer(tasks);
  const items = itemsOf(plan.runs, tasks);
  const work = workListOf(items, plan, (planned) =>
    optionsFor(plan, planned).measures.map(({ name }) => name),
  );
  const folder = shardFolder(plan.out, shard);
  const doing = `shard ${shardText(shard)}`;
  const lease = await acquireLease(folder, { doing, note: tools.note, signal: tools.signal });
  try {
    await mustBeThisWork(folder, work, overwrite);
    await writeHeader(folder, { shard, work, command });
    const shares = shareOf(
      items.map(({ task }) => task.queries.length),
      shard,
    );
    const parts: ShardPart[] = [];
    const failures: PlanFailure[] = [];
    for (const task of tasks) {
      const mine = shares.filter(({ item }) => items[item]!.task === task);
      if (mine.length === 0) continue;
      const shareFor = new Map(mine.map((share) => [items[share.item]!.planned, share]));
      const outcome = await runPlan([...shareFor.keys()], [plannedTask(tools)(task)], {
        run: (planned, opened, shared) =>
          runShare(
            { item: items[shareFor.get(planned)!.item]!, share: shareFor.get(planned)!, folder },
            tools,
            { plan, overwrite, context: { ...context, task: opened, shared } },
          ),
        ...(failed && { failed }),
        signal: tools.signal,
      });
      parts.push(...outcome.done.map(({ result }) => result));
      failures.push(...outcome.failures);
    }
    return { parts, failures };
  } finally {
    lease.release();
  }
};

/** A folder of pieces holds those of one list of work. */
const mustBeThisWork = async (folder: string, work: WorkList, overwrite: boolean): Promise<void> => {
  const earlier = await readHeader(folder).catch((error: unknown) => {
    if (error instanceof DamagedShard) return undefined;
    throw error;
  });
  if (!earlier || canonicalJson({ ...earlier.work }) === canonicalJson({ ...work })) return;
  if (!overwrite)
    throw new InputError({
      at: { file: headerFile(folder) },
      found: 'a shard of another command: other systems, tasks, data, settings or version of r2med',
      fix: 'run r2med merge for the other command first, choose another --out, or add --overwrite to replace this shard',
    });
  for (const [item] of earlier.work.items.entries()) await remove(`${folder}/${item + 1}`);
};

interface Place {
  readonly item: WorkItem;
  readonly share: Share;
  readonly folder: string;
}

interface Building {
  readonly plan: ExperimentPlan & { readonly out: string };
  readonly overwrite: boolean;
  readonly context: SystemContext & { readonly shared: SharedStages };
}

const runShare = async (
  { item: { task, planned }, share, folder }: Place,
  tools: Tools,
  { plan, overwrite, context }: Building,
): Promise<ShardPart> => {
  const { out = plan.out, measures, rule } = optionsFor(plan, planned);
  const built = await system(planned.stages, { ...context, ...planned.settings, out });
  try {
    const names = measures.map(({ name }) => name);
    const of: Planned = { system: built, task, measures, rule: { ...DEFAULT_RULE, ...rule } };
    const { first } = share.blocks[0]!;
    const said = {
      task: task.name,
      system: built.name,
      queries: [first + 1, share.blocks.at(-1)!.end] as const,
    };
    const whole = await earlierResult(resultFolder(out, slug(built.name), task.name), of, { overwrite });
    if (whole) {
      await writeWhole(folder, share.item, {
        system: slug(built.name),
        task: task.name,
        fingerprint: whole.record.fingerprint,
      });
      return { ...said, answered: 0 };
    }
    const fingerprint = fingerprintOf(of, names);
    const { there, missing } = await blocksThere(folder, share, fingerprint);
    const made =
      missing.length > 0
        ? await answer(of, fingerprint, missing, tools, (block) => writeBlock(folder, share.item, block))
        : [];
    const { failed } = failedIn(...failuresOf([...there, ...made]));
    return {
      ...said,
      answered: made.reduce((sum, { first, end }) => sum + end - first, 0),
      ...(failed !== undefined && { incomplete: failed as Incomplete }),
    };
  } finally {
    await built.close?.();
  }
};

/** Pieces that need not be made again: whole, of these settings, and nothing failed. */
const blocksThere = async (folder: string, { item, blocks }: Share, fingerprint: string) => {
  const there: StoredBlock[] = [];
  const missing: Block[] = [];
  for (const block of blocks) {
    const found = await readBlock(folder, item, block).catch((error: unknown) => {
      if (error instanceof DamagedShard) return undefined;
      throw error;
    });
    const isDone =
      found?.fingerprint === fingerprint && failedIn(found.opened, found.growth).failed === undefined;
    if (found && isDone) there.push(found);
    else missing.push(block);
  }
  return { there, missing };
};

/** What failed when a system was opened counts once per opening. */
export const failuresOf = (blocks: readonly StoredBlock[]) => [
  ...new Map(blocks.map(({ opening, opened }) => [opening, opened])).values(),
  ...blocks.map(({ growth }) => growth),
];

const answer = async (
  { system, task }: Planned<Retriever>,
  fingerprint: string,
  blocks: readonly Block[],
  tools: Tools,
  keep: (block: StoredBlock) => Promise<void>,
): Promise<readonly StoredBlock[]> => {
  const about = await taskOf(task);
  const began = tools.now();
  const runner = await system.open(task.corpus, tools);
  const open = (tools.now() - began) / 1000;
  const opened = structuredClone(runner.facts);
  const opening = randomUUID();
  const total = blocks.reduce((sum, { first, end }) => sum + end - first, 0);
  const progress = tools.progress(`${task.name}: ${system.name}`, total);
  const made: StoredBlock[] = [];
  try {
    for (const { first, end } of blocks) {
      tools.signal.throwIfAborted();
      const [start, before] = [tools.now(), structuredClone(runner.facts)];
      const queries = task.queries.slice(first, end);
      const ranked = queries.length > 0 ? await runner.run(queries) : [];
      const block: StoredBlock = {
        ...{ first, end, name: system.name, system: slug(system.name), spec: system.spec, fingerprint },
        ...{ task: about, opening, opened, growth: grown(before, structuredClone(runner.facts)) },
        seconds: { open, search: (tools.now() - start) / 1000 },
        rankings: ranked.map(({ query, hits }) => [query.id, hits.map(({ docId, score }) => [docId, score])]),
      };
      await keep(block);
      made.push(block);
      progress.advance(queries.length);
    }
  } finally {
    progress.done();
  }
  return made;
};

/** An incomplete part as a line. */
export const partLine = ({ task, system, incomplete = {} }: ShardPart): string =>
  `${task}: ${system}: ${incompleteText(incomplete)}`;
