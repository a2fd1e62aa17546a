import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import {
  buildNano,
  NANO_DEFAULTS,
  type NamedRetriever,
  type NanoOptions,
  type NanoReport,
  type NanoSet,
  planNano,
  type SamplerName,
  samplers,
} from '../../benchmarks/nano/index.js';
import { InputError, type Task, type Tools } from '../../core/index.js';
import { type SystemContext, system, withSystemContext } from '../../experiment/systems/index.js';
import { type TableColumn, table } from '../../platform/tables/index.js';
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
  type FlagValues,
  MODELS,
  oneOf,
  part,
  pick,
  read,
  required,
  seedOf,
  text,
  usually,
  worded,
} from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { stoppable } from '../stopping.js';

const FLAGS = {
  ...pick('from suite out name maxQueries maxDocuments sampler pool seed dense listDepth hybridDepth'),
  ...pick('overwrite offline dryRun threads memory cache json quiet', MODELS),
  suite: text('<name>', 'r2med, nano or sample', 'r2med'),
  out: required(text('<folder>', 'folder to write the set to')),
  maxQueries: usually('maxQueries', NANO_DEFAULTS.queries),
  maxDocuments: usually('maxDocuments', NANO_DEFAULTS.documents),
  sampler: oneOf(
    '<name>',
    'choice of the documents that are not positive',
    Object.keys(samplers) as SamplerName[],
    NANO_DEFAULTS.sampler,
  ),
  seed: read('<n>', 'random seed', seedOf(15), NANO_DEFAULTS.seed),
  dense: worded('dense', 'retriever of the dense list (default: no dense and no hybrid list)'),
  listDepth: usually('listDepth', NANO_DEFAULTS.depth),
  hybridDepth: usually('hybridDepth', NANO_DEFAULTS.hybridDepth),
  dryRun: worded('dryRun', 'print what would be built, and write nothing'),
};

type BuildFlags = FlagValues<typeof FLAGS>;

export const nanoBuild = (): Command =>
  part('build', 'make a small set of a task, with candidate lists, as Parquet files', FLAGS)
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
    .action(build);

const build = (flags: BuildFlags): Promise<void> =>
  stoppable(flags, (tools) => withSystemContext(flags, tools, (context) => buildFrom(flags, context, tools)));

const buildFrom = async (flags: BuildFlags, context: Omit<SystemContext, 'task'>, tools: Tools) => {
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
  await (flags.json ? printJson({ ...report, out }) : printLine(builtTable(report.splits, screenWidth())));
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
        fix: 'check the name, or write the path of a folder',
      });
  return chosen;
};

type Splits = NanoReport['splits'];

interface Sizes {
  readonly queries: number;
  readonly documents: number;
  readonly positives: number;
}

const counts = <Row>(sizesOf: (row: Row) => Sizes): readonly TableColumn<Row>[] =>
  (['queries', 'documents', 'positives'] as const).map((name) => [name, (row) => sizesOf(row)[name]]);

const plannedTable = (sets: readonly NanoSet[], width: number): string =>
  table(sets, [
    ['split', ({ split }) => split, 'left'],
    ...counts(({ queries, documents, positives }: NanoSet) => ({
      queries: queries.length,
      documents: documents.length,
      positives: positives.length,
    })),
  ]).text(width);

/** What was built, with how well each candidate list finds the positives (nDCG@10). */
const builtTable = (splits: Splits, width: number): string => {
  const { lists } = splits[0]!.figures;
  return table(splits, [
    ['split', ({ split }) => split, 'left'],
    ...counts(({ figures }: Splits[number]) => figures),
    ...lists.map(
      ({ config }, i): TableColumn<Splits[number]> => [
        `${config} nDCG@10`,
        ({ figures }) => figures.lists[i]!['nDCG@10'].toFixed(4),
      ],
    ),
    lists.length > 1 && [
      'safeguards',
      ({ figures }) => figures.lists.reduce((sum, list) => sum + list.safeguards, 0),
    ],
  ]).text(width);
};

const SAID: Readonly<Record<keyof Splits[number]['leftOut'], string>> = {
  queriesWithoutText: 'queries without text',
  queriesWithoutPositive: 'queries without a positive',
  repeatedQueries: 'repeated queries',
  queriesWithoutKeptPositive: 'queries whose positives were not kept',
  repeatedTexts: 'documents that repeat a text',
  positivesNotKept: 'positives whose document was not kept',
  positivesBeyondDepth: 'positives beyond the depth of a list',
};

const leftOutLines = (splits: Splits): readonly string[] =>
  splits.flatMap(({ split, leftOut }) => {
    const said = (Object.keys(SAID) as (keyof typeof SAID)[])
      .filter((kind) => leftOut[kind] > 0)
      .map((kind) => `${leftOut[kind]} ${SAID[kind]}`);
    return said.length > 0 ? [`${split}: left out ${said.join(', ')}`] : [];
  });
