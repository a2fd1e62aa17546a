import type { Command } from 'commander';
import { costFront, meanLine, type ResultTable } from '../../analysis/leaderboard/index.js';
import { printableLine } from '../../core/index.js';
import { parseTableMeasure } from '../../evaluation/measures/index.js';
import { withMeasures } from '../../experiment/rescoring/index.js';
import { sayLine } from '../../platform/node/index.js';
import { chosenRecords } from '../chosen-records.js';
import { costNames, costText } from '../cost-table.js';
import { type Flag, type FlagValues, onlySuite, pick, TASKS, verb } from '../flags/index.js';
import { tellIncomplete } from '../incomplete-results.js';
import { leaderboardText } from '../leaderboard-table.js';
import type { LimitFlags } from '../limits.js';
import { wrapped } from '../marked-text.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { referenceTable, showsOthers, type WithPublished, withPublished } from '../published-rows.js';
import { publishedText, sourceLines } from '../published-table.js';
import { scoreNotes } from '../score-notes.js';
import { recordTable, shortNames } from '../short-names.js';

const FLAGS = {
  ...pick('results', TASKS, 'measure means cost published hakari includeIncomplete limit all json quiet'),
  suite: onlySuite(),
  cost: {
    value: '[list]',
    help: 'show costs instead of tasks; * marks the Pareto front of quality against seconds, tokens, usd, bytes, or those listed',
  } satisfies Flag as Flag<string | true | undefined>,
};

export const command = (): Command =>
  verb(FLAGS).action(async (flags: FlagValues<typeof FLAGS>) => {
    const measure = parseTableMeasure(flags.measure).name;
    const reference = await referenceTable(flags.results, measure, flags);
    if (reference) return showPublished(reference, flags);
    const chosen = await chosenRecords(flags, { orNone: showsOthers(flags) });
    const results = await withMeasures(chosen, [measure]);
    const { includeIncomplete = false } = flags;
    tellIncomplete(results, includeIncomplete);
    const table = recordTable(results, { ...flags, measure });
    if (showsOthers(flags)) return showPublished(await withPublished(table, results, flags), flags);
    const costs = flags.cost && costNames(flags.cost);
    if (flags.json)
      return printJson(
        costs ? { ...table, front: costFront(table.rows, costs).map(({ system }) => system) } : table,
      );
    if (costs) return printLine(headOf(table) + costText(table, screenWidth(), costs, flags));
    await printLine(headOf(table) + leaderboardText(table, shortNames(), screenWidth(), flags));
    if (!flags.quiet) for (const note of scoreNotes(results, measure)) sayLine(note);
  });

/** Over a table: what its means are over, where that is a part of its tasks. */
const headOf = (table: ResultTable): string => {
  const line = meanLine(table);
  const lines = line
    ? wrapped(printableLine(`${line}. Others: --task NAME, or --task All`), screenWidth())
    : [];
  return [...lines, ''].join('\n').concat(line && '\n');
};

const showPublished = async (
  { table, published }: WithPublished,
  { json, quiet, ...limits }: LimitFlags & { readonly json?: boolean; readonly quiet?: boolean },
): Promise<void> => {
  if (json) return printJson({ ...table, published });
  await printLine(headOf(table) + publishedText(table, published, shortNames(), screenWidth(), limits));
  if (!quiet) for (const line of sourceLines(table, published, limits)) sayLine(line);
};
