import { Command } from 'commander';
import { InputError, shellWord } from '../../core/index.js';
import { parseMeasure } from '../../evaluation/index.js';
import {
  costFront,
  type PublishedTask,
  type Table,
  tabulate,
  tabulatePublished,
} from '../../leaderboard/index.js';
import { sayLine } from '../../node/index.js';
import type { Result } from '../../record/index.js';
import { isFolderTask, withMeasures } from '../../rescoring/index.js';
import { publishedEntries, readResults } from '../../results/index.js';
import { suite as suiteOf } from '../../tasks/index.js';
import { isChosen } from '../chosen-results.js';
import { costNames, costText } from '../cost-table.js';
import {
  dataFlag,
  includeIncompleteFlag,
  jsonFlag,
  meansFlag,
  measureFlag,
  onlySuiteFlag,
  resultsFlag,
  splitFlag,
  taskFlag,
} from '../flags.js';
import { tellIncomplete } from '../incomplete-results.js';
import { leaderboardText } from '../leaderboard-table.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { publishedText, sourceLines } from '../published-table.js';
import { scoreNotes } from '../score-notes.js';
import { shortNames, taskOrder } from '../short-names.js';

export const leaderboard = (): Command =>
  new Command()
    .addOption(resultsFlag())
    .addOption(onlySuiteFlag())
    .addOption(taskFlag())
    .addOption(dataFlag())
    .addOption(splitFlag())
    .addOption(measureFlag())
    .addOption(meansFlag())
    .option(
      '--cost [list]',
      'show costs instead of tasks; * marks the Pareto front of quality against seconds, tokens, usd, bytes, or those listed',
    )
    .option('--published', 'show published results of the same suite too, each with its source')
    .addOption(includeIncompleteFlag())
    .addOption(jsonFlag())
    .addHelpText(
      'after',
      `
A measure that a record lacks is computed from its ranking, if the task is on
this machine and unchanged.

--published works without records too. Every row names its source: rows of two
sources were run with different prompts and limits. Means are over the tasks
shown, and a result that lacks one of them has none.

  $ r2med leaderboard --suite sample
  $ r2med leaderboard --data my-folder --data my-other-folder
  $ r2med leaderboard --measure Recall@100 --task Biology --json
  $ r2med leaderboard --suite sample --cost seconds,bytes
  $ r2med leaderboard --suite r2med --published`,
    )
    .action(
      async (flags: {
        results: string;
        suite?: string;
        task?: string[];
        data?: string[];
        split?: string;
        measure: string;
        means?: boolean;
        cost?: string | true;
        published?: boolean;
        includeIncomplete?: boolean;
        json?: boolean;
      }) => {
        const measure = parseMeasure(flags.measure).name;
        const all = await readResults(flags.results);
        const chosen = all.filter(({ record }) => isChosen(record.task, flags));
        if (chosen.length === 0 && !flags.published)
          throw new InputError({
            at: { file: flags.results },
            found: all.length ? `${all.length} results, none of them requested` : 'no results',
            fix: all.length
              ? 'leave out --suite, --task and --data'
              : 'r2med run --suite sample --retriever bm25',
          });
        // Both together only where both were named.
        if (!(flags.suite && flags.data)) mustBeOneSet(chosen, flags.results);
        const results = await withMeasures(chosen, [measure]);
        const { includeIncomplete = false } = flags;
        tellIncomplete(results, includeIncomplete);
        const table = tabulate(results, { measure, tasks: taskOrder(results), includeIncomplete });
        if (flags.published) return showPublished(table, suiteShown(results, flags), flags);
        const costs = flags.cost && costNames(flags.cost);
        if (flags.json)
          return printJson(
            costs ? { ...table, front: costFront(table.rows, costs).map(({ system }) => system) } : table,
          );
        if (costs) return printLine(costText(table, screenWidth(), costs));
        await printLine(leaderboardText(table, shortNames(), screenWidth(), flags.means));
        for (const note of scoreNotes(results, measure)) sayLine(note);
      },
    );

/** The suite whose published results are shown: that of the records, or the one that is named. */
const suiteShown = (results: readonly Result[], { suite }: { readonly suite?: string }): string => {
  const [task] = results.map(({ record }) => record.task);
  if (task && isFolderTask(task))
    throw new InputError({
      found: `--published, and results on ${task.name}, a folder of your own`,
      expected: 'results on the tasks of a suite',
      fix: 'leave out --published, or choose a suite with --suite',
    });
  return task?.suite ?? suite ?? 'r2med';
};

const showPublished = async (
  table: Table,
  suite: string,
  { task: named, json }: { readonly task?: readonly string[]; readonly json?: boolean },
): Promise<void> => {
  const isShown = ({ name }: PublishedTask): boolean =>
    table.tasks.length > 0
      ? table.tasks.includes(name)
      : (named?.some((each) => ['all', name.toLowerCase()].includes(each.toLowerCase())) ?? true);
  const tasks = suiteOf(suite).tasks.filter(isShown);
  const published = tabulatePublished(publishedEntries(suite), { measure: table.measure, tasks });
  if (published.length === 0)
    throw new InputError({
      found: `no published ${table.measure} on suite ${suite}`,
      fix:
        suite === 'sample'
          ? 'its texts are of this project alone: leave out --published'
          : 'leave out --published, or choose another --measure',
    });
  const shown = { ...table, tasks: tasks.map(({ name }) => name) };
  if (json) return printJson({ ...shown, published });
  await printLine(publishedText(shown, published, shortNames(), screenWidth()));
  for (const line of sourceLines(published)) sayLine(line);
};

/** A mean over the tasks of two suites would mean neither. Folders of the user's own belong together. */
const mustBeOneSet = (results: readonly Result[], out: string): void => {
  const tasks = results.map(({ record }) => record.task);
  const folders = [...new Set(tasks.filter(isFolderTask).map(({ suite }) => suite))];
  const suites = [...new Set(tasks.filter((task) => !isFolderTask(task)).map(({ suite }) => suite))];
  const sets = [
    ...suites.map((suite) => `--suite ${suite}`),
    ...(folders.length > 0 ? [folders.map((folder) => `--data ${shellWord(folder)}`).join(' ')] : []),
  ];
  if (sets.length > 1)
    throw new InputError({
      at: { file: out },
      found: `results on several sets of tasks: ${[...suites, ...folders].join(', ')}`,
      fix: `choose one: ${sets.join(', or ')}`,
    });
};
