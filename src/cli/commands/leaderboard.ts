import { Command } from 'commander';
import { InputError } from '../../core/index.js';
import { parseMeasure } from '../../evaluation/index.js';
import { costFront, tabulate } from '../../leaderboard/index.js';
import { readResults } from '../../results/index.js';
import { costNames, costText } from '../cost-table.js';
import { includeIncompleteFlag, meansFlag, measureFlag, outFlag, taskFlag } from '../flags.js';
import { tellIncomplete } from '../incomplete-results.js';
import { leaderboardText } from '../leaderboard-table.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { shortNames, taskOrder } from '../short-names.js';

export const leaderboard = (): Command =>
  new Command()
    .addOption(outFlag())
    .option('--suite <name>', 'only results on this suite')
    .addOption(taskFlag())
    .addOption(measureFlag())
    .addOption(meansFlag())
    .option(
      '--cost [list]',
      'what systems took instead of the tasks; * marks the front of quality against seconds, tokens, usd, bytes, or a list',
    )
    .addOption(includeIncompleteFlag())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
  $ r2med leaderboard --suite sample
  $ r2med leaderboard --measure Recall@100 --task Biology --json
  $ r2med leaderboard --suite sample --cost seconds,bytes`,
    )
    .action(
      async (flags: {
        out: string;
        suite?: string;
        task?: string[];
        measure: string;
        means?: boolean;
        cost?: string | true;
        includeIncomplete?: boolean;
        json?: boolean;
      }) => {
        const measure = parseMeasure(flags.measure).name;
        const all = await readResults(flags.out);
        const results = all.filter(
          ({ record }) =>
            (!flags.suite || record.task.suite === flags.suite) &&
            (!flags.task || flags.task.includes('All') || flags.task.includes(record.task.name)),
        );
        if (results.length === 0)
          throw new InputError({
            at: { file: flags.out },
            found: all.length ? `${all.length} results, none of them asked for` : 'no results',
            fix: all.length ? 'leave out --suite or --task' : 'r2med run --suite sample --retriever bm25',
          });
        const suites = new Set(results.map(({ record }) => record.task.suite));
        if (suites.size > 1 && !flags.suite)
          throw new InputError({
            at: { file: flags.out },
            found: `results on several suites: ${[...suites].join(', ')}`,
            fix: `choose one, as --suite ${[...suites][0]}`,
          });
        const { includeIncomplete = false } = flags;
        tellIncomplete(results, includeIncomplete);
        const table = tabulate(results, { measure, tasks: taskOrder(results), includeIncomplete });
        const costs = flags.cost && costNames(flags.cost);
        if (flags.json)
          return printJson(
            costs ? { ...table, front: costFront(table.rows, costs).map(({ system }) => system) } : table,
          );
        if (costs) return printLine(costText(table, screenWidth(), costs));
        await printLine(leaderboardText(table, shortNames(), screenWidth(), flags.means));
      },
    );
