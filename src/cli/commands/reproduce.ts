import { Command, Option } from 'commander';
import { system } from '../../catalogue/index.js';
import { InputError, lookup, WorkError } from '../../core/index.js';
import { parseMeasure } from '../../evaluation/index.js';
import {
  type Comparison,
  compareWithPublished,
  defaultMeasures,
  differingSettings,
  publishedDepth,
  runSystem,
} from '../../experiment/index.js';
import { nodeTools } from '../../machine/index.js';
import { type PublishedRow, publishedRows, publishedSources } from '../../results/index.js';
import { openTask, type TaskRow, taskStatus } from '../../tasks/index.js';
import { chosenTasks } from '../chosen-tasks.js';
import { measureFlag, taskFlag } from '../flags.js';
import { bringing, type ModelFlags, modelSettings, withModelFlags } from '../model-flags.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { textTable } from '../table.js';

interface ReproduceFlags extends ModelFlags {
  readonly system: string;
  readonly task?: readonly string[];
  readonly source?: string;
  readonly measure: string;
  readonly out: string;
  readonly overwrite?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export const reproduce = (): Command =>
  withModelFlags(new Command())
    .addOption(new Option('--system <name>', 'published system, as bm25 or hyde-gpt4.bm25').default('bm25'))
    .addOption(taskFlag())
    .option('--source <name>', 'only what this source published: r2med-repo, r2med-site, mteb')
    .addOption(measureFlag())
    .option('--out <folder>', 'where records are kept', 'reproduced')
    .option('--overwrite', 'replace results made with other settings')
    .option('--json', 'print JSON')
    .option('--quiet', 'no notes, no progress')
    .addHelpText(
      'after',
      `
Runs the system on the real tasks that are on this machine and compares every published measure, two-sided: a higher
score than published is a difference too. Exit code 0 when all compared scores are the same, 1 when one differs or none
could be compared.

  $ r2med fetch --suite r2med
  $ r2med reproduce --system bm25`,
    )
    .action(reproduceSystem);

const reproduceSystem = async (flags: ReproduceFlags): Promise<void> => {
  const rows = rowsFor(flags);
  const tools = nodeTools({ quiet: flags.quiet ?? false });
  const shown = parseMeasure(flags.measure).name;
  const topK = publishedDepth(rows);
  const comparisons: Comparison[] = [];
  const absent: TaskRow[] = [];
  for (const chosen of chosenTasks({ suite: 'r2med', ...(flags.task && { task: flags.task }) })) {
    if (!('row' in chosen)) continue;
    if ((await taskStatus(chosen.row)).state !== 'present') {
      absent.push(chosen.row);
      continue;
    }
    const task = await openTask('r2med', chosen.row.name, { verify: false });
    for (const difference of await differingSettings(task, chosen.row))
      tools.note(`${task.name}: ${difference}`);
    const built = await system(expressionFor(rows[0]!), {
      task,
      topK,
      asPublished: true,
      tools,
      env: process.env,
      model: modelSettings(flags),
      bring: bringing(flags, tools),
    });
    const { result } = await runSystem(built, task, tools, {
      out: flags.out,
      overwrite: flags.overwrite ?? false,
      measures: defaultMeasures(topK),
      // The reference averages over the queries it ranked; with all of them ranked that is the same mean.
      rule: { missing: 'skip' },
    });
    await built.close?.();
    comparisons.push(...compareWithPublished(result, rows));
  }
  if (flags.json)
    await printJson({ system: flags.system, comparisons, absent: absent.map(({ name }) => name) });
  else if (comparisons.length > 0) await printLine(comparisonText(comparisons, shown));
  if (absent.length > 0) tools.note(absentText(absent));
  if (comparisons.length === 0)
    throw new WorkError(
      'nothing to compare: no task of suite r2med is on this machine',
      'r2med fetch --suite r2med',
    );
  if (comparisons.some((comparison) => comparison.verdict !== 'same')) process.exitCode = 1;
};

const rowsFor = ({ system: name, source }: ReproduceFlags): readonly PublishedRow[] => {
  const sources = publishedSources();
  if (source) lookup('source', Object.fromEntries(sources.map((each) => [each.source, each])), source);
  const rows = publishedRows(name).filter((row) => !source || row.source === source);
  if (rows.length > 0) return rows;
  const known = sources.flatMap((each) => each.systems.map((row) => [row.system, row] as const));
  lookup('published system', Object.fromEntries(known), name);
  throw new InputError({ found: `no row of ${name} from ${source}`, fix: 'leave out --source' });
};

/** How a published row is run here; what needs a model is not run yet. */
const expressionFor = ({ row }: PublishedRow): string => {
  const [writing, ...rest] = row.system.split('.');
  if (row.kind === 'retriever') return row.system;
  const llmName = row.method && writing!.slice(row.method.length + 1);
  if (row.kind === 'gar') return `${row.method}(${llmName}) > ${rest.join('.')}`;
  throw new InputError({
    found: `${row.system}, which needs a reranker`,
    expected: 'a system without a reranker',
  });
};

const comparisonText = (comparisons: readonly Comparison[], shown: string): string => {
  const rows = comparisons.filter(({ measure }) => measure === shown);
  const agreement = rows.map(({ source, task }) => {
    const own = comparisons.filter((other) => other.source === source && other.task === task);
    return `${own.filter((other) => other.verdict === 'same').length} of ${own.length} measures same`;
  });
  const same = comparisons.filter((comparison) => comparison.verdict === 'same').length;
  const table = textTable(
    [
      { heading: shown, align: 'left', cells: rows.map(({ task }) => task) },
      { heading: 'source', align: 'left', cells: rows.map(({ source }) => source) },
      { heading: 'published', align: 'right', cells: rows.map(({ published }) => published.toFixed(5)) },
      { heading: 'here', align: 'right', cells: rows.map(({ ours }) => ours.toFixed(5)) },
      { heading: 'verdict', align: 'left', cells: rows.map((row) => row.verdict) },
      { heading: 'all measures', align: 'left', cells: agreement },
    ],
    screenWidth(),
  );
  return `${table}\n\n${same} of ${comparisons.length} published scores are the same here.`;
};

const absentText = (absent: readonly TaskRow[]): string =>
  `Not on this machine, so not compared: ${absent.map(({ name }) => name).join(', ')}.\n` +
  `  Fix: r2med fetch --suite r2med`;
