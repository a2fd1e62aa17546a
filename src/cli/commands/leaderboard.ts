import { Command } from 'commander';
import { costFront, tabulate } from '../../analysis/leaderboard/index.js';
import { parseMeasure } from '../../evaluation/measures/index.js';
import { withMeasures } from '../../experiment/rescoring/index.js';
import { sayLine } from '../../platform/node/index.js';
import { chosenRecords } from '../chosen-records.js';
import { costNames, costText } from '../cost-table.js';
import {
  dataFlag,
  includeIncompleteFlag,
  jsonFlag,
  meansFlag,
  measureFlag,
  onlySuiteFlag,
  publishedFlag,
  resultsFlag,
  splitFlag,
  taskFlag,
} from '../flags.js';
import { tellIncomplete } from '../incomplete-results.js';
import { leaderboardText } from '../leaderboard-table.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { referenceTable, type WithPublished, withPublished } from '../published-rows.js';
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
    .addOption(publishedFlag())
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

--results also takes the results folder of R2MED's own scripts.

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
        const reference = await referenceTable(flags.results, measure, flags);
        if (reference) return showPublished(reference, flags);
        const chosen = await chosenRecords(flags, { orNone: flags.published ?? false });
        const results = await withMeasures(chosen, [measure]);
        const { includeIncomplete = false } = flags;
        tellIncomplete(results, includeIncomplete);
        const table = tabulate(results, { measure, tasks: taskOrder(results), includeIncomplete });
        if (flags.published) return showPublished(withPublished(table, results, flags), flags);
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

const showPublished = async (
  { table, published }: WithPublished,
  { json }: { readonly json?: boolean },
): Promise<void> => {
  if (json) return printJson({ ...table, published });
  await printLine(publishedText(table, published, shortNames(), screenWidth()));
  for (const line of sourceLines(published)) sayLine(line);
};
