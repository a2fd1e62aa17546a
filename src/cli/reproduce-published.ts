import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { commandLine, counted, R2medError, type Tools, WorkError } from '../core/index.js';
import { parseTableMeasure } from '../evaluation/measures/index.js';
import { incompleteText, type Result, specParts } from '../experiment/record/index.js';
import { readResult, resultFolder, writeManifest } from '../experiment/results/index.js';
import {
  compareWithPublished,
  differingModels,
  differingSettings,
  mustBeComplete,
  type ReproducibleSystem,
  runPublished,
} from '../experiment/running/index.js';
import {
  checkModels,
  generationsOf,
  publishedModels,
  type SystemContext,
} from '../experiment/systems/index.js';
import { writeAtomic } from '../platform/node/index.js';
import { table } from '../platform/tables/index.js';
import { parseStages, slug } from '../search/pipeline/index.js';
import { chosenTasks, ensureTask, openTask, type TaskEntry, taskStatus } from '../tasks/index.js';
import { printJson, printLine, screenWidth } from './output.js';
import { type Reproduced, reproducedText } from './reproduced-table.js';
import { retryLine } from './retry-line.js';

/** What rows of published tables are run with. */
interface PublishedFlags {
  readonly suite: string;
  readonly task?: readonly string[];
  readonly measure: string;
  readonly out: string;
  readonly overwrite?: boolean;
  readonly offline?: boolean;
  readonly includeIncomplete?: boolean;
  /** Goes on where a row cannot run, and lists all files at the end. */
  readonly all?: boolean;
  readonly key?: KeyObject;
  readonly json?: boolean;
}

type SharedContext = Omit<SystemContext, 'task'>;

/** Runs published systems, task by task, and compares every published measure. Exit code 1 where one differs or a row could not run. */
export const reproduceAll = async (
  wanted: readonly ReproducibleSystem[],
  flags: PublishedFlags,
  context: SharedContext,
  tools: Tools,
): Promise<void> => {
  const reproduced: Reproduced[] = [];
  const results: Result[] = [];
  const absent: TaskEntry[] = [];
  for (const row of tasksOf(flags)) {
    if (flags.offline && (await taskStatus(row)).state !== 'present') {
      absent.push(row);
      continue;
    }
    const generations = generationsOf(wanted.map(({ expression }) => parseStages(expression)));
    if (!flags.offline) await ensureTask(row, tools, { generations });
    // Other data than was published is no error here but the difference that is looked for.
    const task = await openTask(flags.suite, row.name, { verify: false });
    const settings = await differingSettings(task, row);
    for (const difference of settings) tools.note(`${task.name}: ${difference}`);
    for (const each of wanted)
      try {
        const result = await runPublished(each, { ...context, task }, tools, flags);
        results.push(result);
        reproduced.push(comparedRow(each, result, settings, flags));
      } catch (error) {
        if (!flags.all || !(error instanceof R2medError) || tools.signal.aborted) throw error;
        reproduced.push({
          system: each.name,
          comparisons: [],
          failed: { task: task.name, why: firstLine(error) },
        });
      }
  }
  const shown = parseTableMeasure(flags.measure).name;
  const said = reportOf(reproduced, absent);
  await tell(reproduced, absent, said, shown, flags, tools);
  if (flags.all || flags.key) await keep(said, wanted, results, flags);
  mustBeComplete(results, () => retryLine(process.argv.slice(2)));
};

/** The plan: which rows there are, what is saved of each, which models it needs, and what keeps it from running. */
export const planText = async (
  wanted: readonly ReproducibleSystem[],
  flags: PublishedFlags,
  context: SharedContext,
): Promise<void> => {
  const tasks = tasksOf(flags).map(({ name }) => name);
  const rows = [];
  for (const { name, expression, asPublished, numberType, rows: published } of wanted)
    rows.push({
      system: name,
      expression,
      numberType,
      sources: [...new Set(published.map(({ source }) => source))],
      models: publishedModels(expression).map(({ model }) => model),
      tasks,
      saved: await savedOf(expression, tasks, flags),
      obstacle: await obstacleTo(expression, { ...context, asPublished }),
    });
  if (flags.json) return printJson({ rows });
  const plan = table(rows, [
    ['published system', ({ system }) => system, 'left'],
    ['numbers', ({ numberType }) => numberType, 'left'],
    ['tasks saved', ({ saved }) => `${saved.length} of ${tasks.length}`],
    ['models', ({ models }) => models.join(', ') || 'none', 'left'],
    ['sources', ({ sources }) => sources.join(', '), 'left'],
  ]).text(screenWidth());
  const stopped = rows.filter(({ obstacle }) => obstacle !== null);
  await printLine(
    [
      plan,
      '',
      ...stopped.map(({ system, obstacle }) => `${system} cannot run: ${obstacle}`),
      `${counted(rows.length, 'row')} on ${counted(tasks.length, 'task')}; ${rows.filter(({ models }) => models.length === 0).length} need no model.`,
    ].join('\n'),
  );
};

const savedOf = async (
  expression: string,
  tasks: readonly string[],
  { out }: PublishedFlags,
): Promise<readonly string[]> => {
  const saved: string[] = [];
  for (const task of tasks) {
    const folder = resultFolder(out, slug(expression), task);
    const result = await readResult(folder, { withoutRun: true }).catch(() => undefined);
    if (result && !result.record.incomplete) saved.push(task);
  }
  return saved;
};

/** What is known to be wrong before a model is opened: a missing key, endpoint or program. */
const obstacleTo = (expression: string, context: SharedContext): Promise<string | null> =>
  checkModels(expression, context).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof R2medError)) throw error;
      return firstLine(error);
    },
  );

const tasksOf = ({ suite, task }: PublishedFlags): readonly TaskEntry[] =>
  chosenTasks({ suite, ...(task && { task }) }).flatMap((chosen) => ('row' in chosen ? [chosen.row] : []));

const firstLine = (error: Error): string => error.message.split('\n', 1)[0]!;

const comparedRow = (
  each: ReproducibleSystem,
  result: Result,
  ofTask: readonly string[],
  { includeIncomplete = false }: PublishedFlags,
): Reproduced => {
  const { incomplete, task } = result.record;
  const settings = [...ofTask, ...differingModels(result, each)];
  return {
    system: each.name,
    comparisons: !incomplete || includeIncomplete ? compareWithPublished(result, each) : [],
    ...(settings.length > 0 && { settings: { task: task.name, differing: settings } }),
    ...(incomplete && { incomplete: { task: task.name, missing: incompleteText(incomplete) } }),
  };
};

/** All that was found, for programs and for the folder. */
const reportOf = (reproduced: readonly Reproduced[], absent: readonly TaskEntry[]) => {
  const of = <T extends object>(part: (each: Reproduced) => T | undefined) =>
    reproduced.flatMap((each) => {
      const found = part(each);
      return found ? [{ system: each.system, ...found }] : [];
    });
  const [incomplete, failed, settings] = [
    of((each) => each.incomplete),
    of((each) => each.failed),
    of((each) => each.settings),
  ];
  return {
    comparisons: reproduced.flatMap(({ system, comparisons }) =>
      comparisons.map((each) => ({ system, ...each })),
    ),
    absent: absent.map(({ name }) => name),
    ...(incomplete.length > 0 && { incomplete }),
    ...(failed.length > 0 && { failed }),
    ...(settings.length > 0 && { settings }),
  };
};

type Report = ReturnType<typeof reportOf>;

const tell = async (
  reproduced: readonly Reproduced[],
  absent: readonly TaskEntry[],
  said: Report,
  shown: string,
  flags: PublishedFlags,
  tools: Tools,
): Promise<void> => {
  const { comparisons, incomplete = [], failed = [] } = said;
  if (flags.json) await printJson(said);
  else if (comparisons.length > 0 || failed.length > 0)
    await printLine(reproducedText(reproduced, shown, screenWidth()));
  if (absent.length > 0)
    tools.note(`Not on this machine, so not compared: ${absent.map(({ name }) => name).join(', ')}.`);
  if (comparisons.length === 0 && incomplete.length === 0 && failed.length === 0)
    throw new WorkError(
      `nothing to compare: no task of suite ${flags.suite} is on this machine`,
      `${commandLine('fetch', '--suite', flags.suite)}, or leave out --offline`,
    );
  if (comparisons.some(({ verdict }) => verdict !== 'same') || failed.length > 0) process.exitCode = 1;
};

/** What others need to check it: the comparison, and a list of all files, signed where there is a key. */
const keep = async (
  said: Report,
  wanted: readonly ReproducibleSystem[],
  results: readonly Result[],
  { out, suite, key }: PublishedFlags,
): Promise<void> => {
  await writeAtomic(join(out, 'reproduction.json'), [`${JSON.stringify(said, null, 2)}\n`]);
  const libraries = results.flatMap(({ record }) => librariesOf(record.spec));
  await writeManifest(
    out,
    {
      suite,
      systems: wanted.map(({ name }) => name),
      same: said.comparisons.filter(({ verdict }) => verdict === 'same').length,
      compared: said.comparisons.length,
      failed: said.failed?.length ?? 0,
    },
    { versions: Object.fromEntries(libraries), ...(key && { key }) },
  );
};

/** The libraries that ran models outside this process, with their versions. */
const librariesOf = (spec: Result['record']['spec']): readonly (readonly [string, string])[] =>
  specParts(spec).flatMap(({ library, version }) =>
    typeof library === 'string' && typeof version === 'string' ? [[library, version] as const] : [],
  );
