import type { Command } from 'commander';
import { ablatedSystems, rerankedSystems } from '../../analysis/comparison/index.js';
import { tabulate } from '../../analysis/leaderboard/index.js';
import {
  commandLine,
  InputError,
  parseShard,
  printableLine,
  type Shard,
  shardText,
  type Tools,
  WorkError,
  withoutSecrets,
} from '../../core/index.js';
import { type PlannedRun, recipeFile } from '../../experiment/plans/index.js';
import { countedResults, isIncomplete } from '../../experiment/record/index.js';
import {
  failedRuns,
  mustBeComplete,
  type PlanOutcome,
  partLine,
  planRequest,
  type RequestPlan,
  resultsShown,
  runRequestPlan,
  runRequestShard,
  type ShardPart,
} from '../../experiment/running/index.js';
import { table } from '../../platform/tables/index.js';
import { chosenName } from '../../tasks/index.js';
import { ablationText, rerankedText } from '../gain-table.js';
import { leaderboardText } from '../leaderboard-table.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { pricedStages } from '../plan-price.js';
import { priceText } from '../plan-price-text.js';
import { retryLine, withoutFlag } from '../retry-line.js';
import { methodSettings, type RunFlags } from '../run-flags.js';
import { modelOutputLines, safeguardText, scoreNotes } from '../score-notes.js';
import { shortNames, taskOrder } from '../short-names.js';
import { stoppable } from '../stopping.js';
import { worstQueryLine } from '../worst-query-line.js';

/** The file of an experiment, or of a recipe, which is one. */
const experimentOf = ({ experiment, recipe }: RunFlags): string | undefined => {
  if (recipe === undefined) return experiment;
  if (experiment !== undefined)
    throw new InputError({
      found: '--recipe and --experiment',
      expected: 'one of them',
      fix: 'leave out one',
    });
  return recipeFile(recipe);
};

/** The work of `r2med run`; its flags and help are in `run-help.ts`, which loads this when it is called. */
export const runAll = async (flags: RunFlags, command: Command): Promise<void> => {
  const words = process.argv.slice(2);
  const experiment = experimentOf(flags);
  const plan = await planRequest({
    ...(experiment === undefined ? flags : { ...givenFlags(flags, command), experiment }),
    methodSettings: methodSettings(flags),
    command: words,
  });
  if (flags.dryRun) {
    await printLine(planLines(plan.runs, plan.chosen.map(chosenName)).join('\n'));
    return flags.recipe === undefined ? undefined : showPrice(plan, words);
  }
  const shard = flags.shard === undefined ? undefined : parseShard(flags.shard);
  await stoppable(flags, async (tools) => {
    if (shard) return runOneShard(plan, flags, shard, tools);
    const { tasks, done, failures } = await runRequestPlan(plan, tools);
    await show(done, plan, flags, tools);
    if (failures.length > 0) throw failedRuns(failures, plan.runs.length * tasks.length);
    mustBeComplete(
      done.map(({ result }) => result),
      () => retryLine(words),
    );
  });
};

/** What the models of a recipe would take, before any of them is opened. */
const showPrice = async ({ runs, chosen }: RequestPlan, words: readonly string[]): Promise<void> => {
  const known = chosen.map((each) => ('row' in each ? each.row.counts : undefined));
  const sum = (of: 'queries' | 'documents'): number =>
    known.reduce((all, each) => all + (each?.[of] ?? 0), 0);
  const counts = known.includes(undefined)
    ? undefined
    : { queries: sum('queries'), documents: sum('documents') };
  const stages = pricedStages(runs, counts);
  const again = words.filter((word) => word !== '--dry-run');
  if (stages.length > 0) await printLine(`\n${priceText(stages, counts, screenWidth(), again)}`);
};

const show = async (
  done: PlanOutcome<PlannedRun>['done'],
  plan: RequestPlan,
  flags: RunFlags,
  tools: Tools,
): Promise<void> => {
  const measure = plan.measure.name;
  const results = resultsShown(done);
  const { includeIncomplete = false } = flags;
  const table = tabulate(results, { measure, meanOf: taskOrder(results), includeIncomplete });
  const shown = counted(done, includeIncomplete);
  const reranked = rerankedSystems(shown, measure);
  const ablation = flags.ablate ? ablatedSystems(shown, plan.systems, measure) : [];
  for (const { record } of results)
    for (const line of modelOutputLines(record, process.argv.slice(2))) tools.note(line);
  if (flags.json)
    return printJson({
      ...table,
      reranked,
      ...(flags.ablate && { ablation }),
      records: results.map(({ record }) => record),
    });
  if (results.length === 0) return;
  await printLine(
    leaderboardText(table, shortNames(), screenWidth(), { means: flags.means ?? false, all: true }),
  );
  if (ablation.length > 0) await printLine(`\n${ablationText(ablation, measure, screenWidth())}`);
  else if (reranked.length > 0) await printLine(`\n${rerankedText(reranked, measure, screenWidth())}`);
  const guarded = safeguardText(countedResults(results, includeIncomplete).counted, measure, screenWidth());
  if (guarded) await printLine(`\n${guarded}`);
  for (const note of scoreNotes(results, measure)) tools.note(note);
  tools.note(`\nScores times 100. Records, runs and per-query scores: ${plan.out}/<system>/<task>/`);
  const best = done.filter(
    ({ planned, result }) => !planned.folder && result.record.system === table.rows[0]?.system,
  );
  const worst = worstQueryLine(resultsShown(best), measure, plan.out);
  if (worst) tools.note(worst);
  tools.note(
    `Look at them: ${commandLine('web', ...(plan.out === 'results' ? [] : ['--results', plan.out]))}`,
  );
};

const counted = (
  done: PlanOutcome<PlannedRun>['done'],
  includeIncomplete: boolean,
): PlanOutcome<PlannedRun>['done'] => done.filter(({ result }) => includeIncomplete || !isIncomplete(result));

const runOneShard = async (plan: RequestPlan, flags: RunFlags, shard: Shard, tools: Tools): Promise<void> => {
  const command = withoutFlag(process.argv.slice(2), '--shard').filter((word) => word !== '--overwrite');
  const { parts, failures, tasks } = await runRequestShard(plan, { shard, command }, tools);
  if (flags.json) await printJson({ shard, parts });
  else if (parts.length > 0) await printLine(tableOf(parts));
  if (failures.length > 0) throw failedRuns(failures, plan.runs.length * tasks.length);
  mustBeWhole(parts);
  const none = parts.length === 0 ? ': more shards than batches of queries, so there is nothing to do' : '';
  tools.note(`\nShard ${shardText(shard)} is done${none}. No result yet. When all ${shard.count} are done:`);
  tools.note(`  ${commandLine('merge', '--results', plan.out)}`);
};

const tableOf = (parts: readonly ShardPart[]): string =>
  table(parts, [
    ['task', ({ task }) => task, 'left'],
    ['system', ({ system }) => system, 'left'],
    ['queries', ({ queries }) => queries.join(' to '), 'left'],
    ['answered now', ({ answered }) => answered],
  ]).text(screenWidth());

const mustBeWhole = (parts: readonly ShardPart[]): void => {
  const lacking = parts.filter(({ incomplete }) => incomplete);
  if (lacking.length === 0) return;
  const cached = lacking.some(({ incomplete = {} }) => Object.values(incomplete).some((part) => part.cached));
  throw new WorkError(
    [
      `work failed in ${lacking.length} of ${parts.length} parts of this shard:`,
      ...lacking.map(partLine),
    ].join('\n  '),
    cached
      ? retryLine(process.argv.slice(2))
      : 'correct the cause and run the same command again: what was done is kept',
  );
};

/** The flags that a user gave, without the defaults of those that were not. */
export const givenFlags = <Flags extends object>(flags: Flags, command: Command): Partial<Flags> =>
  Object.fromEntries(
    Object.entries(flags).filter(([name]) => command.getOptionValueSource(name) === 'cli'),
  ) as Partial<Flags>;

/** What would run, a line each, in order; for `--dry-run`. */
export const planLines = (runs: readonly PlannedRun[], tasks: readonly string[]): readonly string[] =>
  tasks.flatMap((task) =>
    runs.map(({ name, system }) => {
      const shown = withoutSecrets(name === system ? name : `${name} = ${system}`);
      return printableLine(`${task}: ${shown}`);
    }),
  );
