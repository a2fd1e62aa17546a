import type { Command } from 'commander';
import { tabulate } from '../../analysis/leaderboard/index.js';
import type { Task, Tools } from '../../core/index.js';
import { type OpenTask, taskOpener } from '../../experiment/rescoring/index.js';
import { mergeShards, mustBeComplete } from '../../experiment/running/index.js';
import { mustBeWritable } from '../../platform/node/index.js';
import { chosenTasks, openChosen } from '../../tasks/index.js';
import { type FlagValues, pick, resultsFolders, text, verb } from '../flags/index.js';
import { leaderboardText } from '../leaderboard-table.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { shortNames, taskOrder } from '../short-names.js';
import { stoppable } from '../stopping.js';

const FLAGS = {
  ...pick('results out data columns split measure overwrite includeIncomplete json quiet'),
  results: resultsFolders(),
  out: text('<folder>', 'folder to write records to (default: the first --results)'),
};

type MergeFlags = FlagValues<typeof FLAGS>;

export const command = (): Command =>
  verb(FLAGS).argument('[folders...]', 'more folders of shards').action(mergeAll);

const mergeAll = async (folders: readonly string[], flags: MergeFlags): Promise<void> => {
  const named = [...(flags.results ?? []), ...folders];
  const results = named.length > 0 ? named : ['results'];
  const out = flags.out ?? results[0]!;
  await stoppable(flags, async (tools) => {
    const open = await openerOf(flags, tools);
    await mustBeWritable(out);
    const merged = await mergeShards({ results, out, open, overwrite: flags.overwrite ?? false }, tools);
    for (const { result, folder, reused } of merged)
      tools.note(
        `${result.record.task.name}: ${result.record.name} ${reused ? 'was there already' : 'merged'}: ${folder}`,
      );
    const all = merged.map(({ result }) => result);
    const { includeIncomplete = false } = flags;
    const table = tabulate(all, { measure: flags.measure, meanOf: taskOrder(all), includeIncomplete });
    if (flags.json) await printJson({ ...table, records: all.map(({ record }) => record) });
    else await printLine(leaderboardText(table, shortNames(), screenWidth()));
    mustBeComplete(all, () => 'run the shards again with --retry-failed, then merge again');
  });
};

/** Folders that were named have the task of the same content, wherever the shards found it. */
const openerOf = async (flags: MergeFlags, tools: Tools): Promise<OpenTask> => {
  const given: Task[] = [];
  if (flags.data || flags.split || flags.columns)
    for (const chosen of chosenTasks(flags)) given.push(await openChosen(chosen, tools, { offline: true }));
  const known = taskOpener();
  return async (identity) =>
    given.find(({ contentHash }) => contentHash === identity.contentHash) ?? known(identity);
};
