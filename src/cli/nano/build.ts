import { stat } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import {
  buildNano,
  NANO_DEFAULTS,
  type NamedRetriever,
  type NanoOptions,
  planNano,
  type SamplerName,
  samplers,
} from '../../benchmarks/nano/index.js';
import { InputError, type Task, type Tools } from '../../core/index.js';
import {
  type ModelOptions,
  type SystemContext,
  system,
  withSystemContext,
} from '../../experiment/systems/index.js';
import {
  type ChosenTask,
  chosenTasks,
  folderAndSplit,
  openChosen,
  suite,
  tasksIn,
  tellNotes,
} from '../../tasks/index.js';
import {
  cacheFlag,
  jsonFlag,
  memoryFlag,
  offlineFlag,
  overwriteFlag,
  quietFlag,
  threadsFlag,
  wholeNumber,
} from '../flags.js';
import { withModelFlags } from '../model-flags.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { stoppable } from '../stopping.js';
import { toolsOptions } from '../tools-options.js';
import { builtTable, leftOutLines, plannedTable } from './build-table.js';

interface BuildFlags extends ModelOptions {
  readonly from: readonly string[];
  readonly suite: string;
  readonly out: string;
  readonly name?: string;
  readonly maxQueries: number;
  readonly maxDocuments: number;
  readonly sampler: SamplerName;
  readonly seed: number;
  readonly pool?: readonly string[];
  readonly dense?: string;
  readonly listDepth: number;
  readonly hybridDepth: number;
  readonly overwrite?: boolean;
  readonly dryRun?: boolean;
  readonly cache: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const append = (value: string, earlier: readonly string[] | undefined): readonly string[] => [
  ...(earlier ?? []),
  value,
];

/** Plain names may be separated by commas; one with a colon or brackets may hold commas itself. */
const names = (value: string, earlier: readonly string[] | undefined): readonly string[] => [
  ...(earlier ?? []),
  ...(/[:(]/.test(value) ? [value] : value.split(',').map((part) => part.trim())),
];

const seed = (value: string): number => {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('expected a whole number from 0.');
  return Number(value);
};

const SUMMARY = 'make a small set of a task, with candidate lists, as Parquet files';

/** `r2med nano build`. */
export const nanoBuild = (): Command =>
  withModelFlags(
    new Command('build')
      .summary(SUMMARY)
      .description(SUMMARY)
      .addOption(
        new Option('--from <task>', 'task of the suite, All, or a folder in a known format; repeatable')
          .argParser(append)
          .makeOptionMandatory(),
      )
      .option('--suite <name>', 'r2med, nano or sample', 'r2med')
      .requiredOption('--out <folder>', 'folder to write the set to')
      .option(
        '--name <name>',
        'name of the set and prefix of its splits (default: from the source, for example NanoR2MED)',
      )
      .option('--max-queries <n>', 'number of queries per task, at most', wholeNumber, NANO_DEFAULTS.queries)
      .option(
        '--max-documents <n>',
        'number of documents per task, at most',
        wholeNumber,
        NANO_DEFAULTS.documents,
      )
      .addOption(
        new Option('--sampler <name>', 'choice of the documents that are not positive')
          .choices(Object.keys(samplers))
          .default(NANO_DEFAULTS.sampler),
      )
      .addOption(new Option('--pool <names>', 'retrievers of the sampler hard; repeatable').argParser(names))
      .option('--seed <n>', 'random seed', seed, NANO_DEFAULTS.seed)
      .option('--dense <name>', 'retriever of the dense list (default: no dense and no hybrid list)')
      .option('--list-depth <n>', 'length of the BM25 and dense lists', wholeNumber, NANO_DEFAULTS.depth)
      .option('--hybrid-depth <n>', 'length of the hybrid list', wholeNumber, NANO_DEFAULTS.hybridDepth)
      .addOption(overwriteFlag())
      .addOption(offlineFlag())
      .option('--dry-run', 'print what would be built, and write nothing')
      .addOption(threadsFlag())
      .addOption(memoryFlag())
      .addOption(cacheFlag())
      .addOption(jsonFlag())
      .addOption(quietFlag()),
  )
    .addHelpText(
      'after',
      `
Samplers:
${Object.entries(samplers)
  .map(([name, { about }]) => `  ${name.padEnd(8)} ${about}`)
  .join('\n')}

  $ r2med nano build --from Biology --out nano-biology \\
      --dense harrier-oss-v1-270m
  $ r2med nano build --from my-folder --out my-nano --max-queries 50 \\
      --max-documents 2000 --sampler uniform
  $ r2med nano build --from my-folder --out my-nano --sampler hard \\
      --pool bm25,bm25-lucene --dry-run
  $ r2med nano build --suite sample --from All --out nano-sample \\
      --dense module:embed.mjs`,
    )
    .exitOverride()
    .action(build);

const build = (flags: BuildFlags): Promise<void> =>
  stoppable(toolsOptions(flags), (tools) =>
    withSystemContext(flags, tools, (context) => buildFrom(flags, context, tools)),
  );

const buildFrom = async (
  flags: BuildFlags,
  context: Omit<SystemContext, 'task'>,
  tools: Tools,
): Promise<void> => {
  const tasks: Task[] = [];
  for (const chosen of await sources(flags)) {
    const task = await openChosen(chosen, tools, {
      offline: flags.offline ?? false,
      generations: [],
      grades: 'any',
    });
    await tellNotes(task, tools);
    tasks.push(task);
  }
  const options = optionsOf(flags, context);
  if (flags.dryRun) {
    const sets = await planNano(tasks, options, tools);
    if (flags.json)
      return printJson(
        sets.map(({ split, queries, documents, positives, leftOut }) => ({
          split,
          queries: queries.length,
          documents: documents.length,
          positives: positives.length,
          leftOut,
        })),
      );
    return printLine(plannedTable(sets, screenWidth()));
  }
  const { out, overwrite = false } = flags;
  const report = await buildNano(tasks, { ...(await tried(options, tasks[0]!)), out, overwrite }, tools);
  for (const line of leftOutLines(report.splits)) tools.note(line);
  if (flags.json) await printJson({ ...report, out });
  else await printLine(builtTable(report.splits, screenWidth()));
  tools.note(
    `${out}: ${report.outcome === 'same' ? 'the same set as before' : `${report.files.length} files of ${report.name}`}`,
  );
};

const optionsOf = (flags: BuildFlags, context: Omit<SystemContext, 'task'>): NanoOptions => {
  const { maxQueries, maxDocuments, sampler, listDepth, hybridDepth } = flags;
  const named = (name: string): NamedRetriever => ({
    name,
    make: (task, topK) => system(name, { ...context, task, topK }),
  });
  return {
    queries: maxQueries,
    documents: maxDocuments,
    sampler,
    depth: listDepth,
    hybridDepth,
    seed: flags.seed,
    ...(flags.name !== undefined && { name: flags.name }),
    ...(flags.dense !== undefined && { dense: named(flags.dense) }),
    ...(flags.pool && { pool: flags.pool.map(named) }),
  };
};

/**
 * The retrievers by the names they have when open, which hold no path or address. A misspelt name or a model that is not
 * there shows here, not after the corpus has been read.
 */
const tried = async ({ dense, pool, ...options }: NanoOptions, task: Task): Promise<NanoOptions> => {
  const opened = async ({ make }: NamedRetriever): Promise<NamedRetriever> => {
    const retriever = await make(task, 1);
    await retriever.close?.();
    return { name: retriever.name, make };
  };
  const pooled: NamedRetriever[] = [];
  for (const each of pool ?? []) pooled.push(await opened(each));
  return { ...options, ...(dense && { dense: await opened(dense) }), ...(pool && { pool: pooled }) };
};

const sources = async (flags: BuildFlags): Promise<readonly ChosenTask[]> => {
  const { tasks } = suite(flags.suite);
  const known = new Set(
    ['all', ...tasks.flatMap(({ name, aliases }) => [name, ...aliases])].map((name) => name.toLowerCase()),
  );
  const chosen: ChosenTask[] = [];
  for (const from of flags.from)
    if (known.has(from.toLowerCase())) chosen.push(...chosenTasks({ suite: flags.suite, task: [from] }));
    else if ((await stat(folderAndSplit(from).folder).catch(() => undefined))?.isDirectory())
      chosen.push(...tasksIn(from).map((folder) => ({ folder })));
    else
      throw new InputError({
        found: `"${from}", which is neither a task of suite ${flags.suite} nor a folder`,
        expected: `a folder, or one of ${tasks.map(({ name }) => name).join(', ')}`,
      });
  return chosen;
};
