import type { Command } from 'commander';
import { commandLine, type Tools, WorkError } from '../../core/index.js';
import { parseTableMeasure } from '../../evaluation/measures/index.js';
import { incompleteText, type Result } from '../../experiment/record/index.js';
import {
  compareWithPublished,
  differingSettings,
  mustBeComplete,
  type ReproducibleSystem,
  reproducibleSystems,
  runPublished,
} from '../../experiment/running/index.js';
import { generationsOf, type SystemContext, withSystemContext } from '../../experiment/systems/index.js';
import { mustBeWritable } from '../../platform/node/index.js';
import { parseStages } from '../../search/pipeline/index.js';
import { chosenTasks, ensureTask, openTask, type TaskEntry, taskStatus } from '../../tasks/index.js';
import { append, type FlagValues, MODELS, pick, read, text, usually, verb } from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { type Reproduced, reproducedText } from '../reproduced-table.js';
import { retryLine } from '../retry-line.js';
import { stoppable } from '../stopping.js';

const FLAGS = {
  ...pick('suite system task source measure out overwrite offline threads memory cache'),
  ...pick('includeIncomplete json quiet rerankerEndpoint rerankerFolder', MODELS),
  suite: text('<name>', 'r2med or nano', 'r2med'),
  system: read(
    '<name>',
    'published system, for example bm25 or "hyde-*.bm25"; repeatable (default: bm25; all of suite nano)',
    append,
  ),
  out: usually('out', 'reproduced'),
};

type ReproduceFlags = FlagValues<typeof FLAGS>;

export const command = (): Command => verb(FLAGS).action(reproduceSystems);

const reproduceSystems = async (flags: ReproduceFlags): Promise<void> => {
  const wanted = reproducibleSystems(flags.suite, flags);
  await mustBeWritable(flags.out);
  await stoppable(flags, (tools) =>
    withSystemContext(flags, tools, (context) => reproduceWanted(wanted, flags, context, tools)),
  );
};

const reproduceWanted = async (
  wanted: readonly ReproducibleSystem[],
  flags: ReproduceFlags,
  context: Omit<SystemContext, 'task'>,
  tools: Tools,
): Promise<void> => {
  const shown = parseTableMeasure(flags.measure).name;
  const reproduced: Reproduced[] = [];
  const results: Result[] = [];
  const absent: TaskEntry[] = [];
  for (const chosen of chosenTasks({ suite: flags.suite, ...(flags.task && { task: flags.task }) })) {
    if (!('row' in chosen)) continue;
    if (flags.offline && (await taskStatus(chosen.row)).state !== 'present') {
      absent.push(chosen.row);
      continue;
    }
    const generations = generationsOf(wanted.map(({ expression }) => parseStages(expression)));
    if (!flags.offline) await ensureTask(chosen.row, tools, { generations });
    // Other data than was published is no error here but the difference that is looked for.
    const task = await openTask(flags.suite, chosen.row.name, { verify: false });
    for (const difference of await differingSettings(task, chosen.row))
      tools.note(`${task.name}: ${difference}`);
    for (const each of wanted) {
      const result = await runPublished(each, { ...context, task }, tools, flags);
      results.push(result);
      const { incomplete } = result.record;
      const counts = !incomplete || flags.includeIncomplete;
      reproduced.push({
        system: each.name,
        comparisons: counts ? compareWithPublished(result, each.rows) : [],
        ...(incomplete && { incomplete: { task: task.name, missing: incompleteText(incomplete) } }),
      });
    }
  }
  await tell(reproduced, absent, flags, shown, tools);
  mustBeComplete(results, () => retryLine(process.argv.slice(2)));
};

const tell = async (
  reproduced: readonly Reproduced[],
  absent: readonly TaskEntry[],
  flags: ReproduceFlags,
  shown: string,
  tools: Tools,
): Promise<void> => {
  const comparisons = reproduced.flatMap((each) =>
    each.comparisons.map((comparison) => ({ system: each.system, ...comparison })),
  );
  const incomplete = reproduced.flatMap((each) =>
    each.incomplete ? [{ system: each.system, ...each.incomplete }] : [],
  );
  if (flags.json)
    await printJson({
      comparisons,
      absent: absent.map(({ name }) => name),
      ...(incomplete.length > 0 && { incomplete }),
    });
  else if (comparisons.length > 0) await printLine(reproducedText(reproduced, shown, screenWidth()));
  if (absent.length > 0)
    tools.note(`Not on this machine, so not compared: ${absent.map(({ name }) => name).join(', ')}.`);
  if (comparisons.length === 0 && incomplete.length === 0)
    throw new WorkError(
      `nothing to compare: no task of suite ${flags.suite} is on this machine`,
      `${commandLine('fetch', '--suite', flags.suite)}, or leave out --offline`,
    );
  if (comparisons.some(({ verdict }) => verdict !== 'same')) process.exitCode = 1;
};
