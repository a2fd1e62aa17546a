import type { Command } from 'commander';
import { rerankedSystems } from '../../analysis/comparison/index.js';
import { tabulate } from '../../analysis/leaderboard/index.js';
import { InputError, parseShard, shellWord, type Tools, withoutSecrets } from '../../core/index.js';
import { parseMeasure } from '../../evaluation/measures/index.js';
import {
  type ExperimentPlan,
  failedRuns,
  type PlannedRun,
  type PlanOutcome,
  planExperiment,
  planSystems,
  resultsShown,
} from '../../experiment/plans/index.js';
import { countedResults, isIncomplete } from '../../experiment/record/index.js';
import { liveProgress, mustBeComplete, runExperiment } from '../../experiment/running/index.js';
import { systemsOfFlags } from '../../experiment/systems/index.js';
import { noSpending } from '../../platform/api-client/index.js';
import { mustBeWritable } from '../../platform/node/index.js';
import { calledAs } from '../called-as.js';
import { type ChosenTask, chosenTasks, nameOf, taskFlagsOf } from '../chosen-tasks.js';
import { givenFlags, planLines } from '../experiment.js';
import { leaderboardText } from '../leaderboard-table.js';
import { modelOutputLines } from '../model-output-lines.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { openPlanned, whenFailed } from '../planned-tasks.js';
import { rerankedText } from '../reranked-table.js';
import { retryLine } from '../retry-line.js';
import type { RunFlags } from '../run-flags.js';
import { runOneShard } from '../run-one-shard.js';
import { safeguardText } from '../safeguard-text.js';
import { scoreNotes } from '../score-notes.js';
import { shortNames } from '../short-names.js';
import { stoppable } from '../stopping.js';
import { withSystemContext } from '../system-context.js';
import { toolsOptions } from '../tools-options.js';
import { worstQueryLine } from '../worst-query-line.js';

/** The work of `r2med run`; its flags and help are in `run-help.ts`, which loads this when it is called. */
export const runAll = async (flags: RunFlags, command: Command): Promise<void> => {
  const plan = await planFor(flags, command);
  const chosen = chosenTasks({ ...taskFlagsOf(plan), ...(flags.split && { split: flags.split }) });
  if (flags.dryRun) return printLine(planLines(plan.runs, chosen.map(nameOf)).join('\n'));
  await mustBeWritable(plan.out);
  if (flags.saveVectors !== undefined) await mustBeWritable(flags.saveVectors, '--save-vectors');
  const shard = flags.shard === undefined ? undefined : parseShard(flags.shard);
  await stoppable(toolsOptions(flags), (tools) =>
    shard ? runOneShard(plan, chosen, flags, shard, tools) : runChosen(plan, chosen, flags, tools),
  );
};

const runChosen = async (
  plan: ExperimentPlan & { readonly out: string },
  chosen: readonly ChosenTask[],
  flags: RunFlags,
  screen: Tools,
): Promise<void> => {
  const spent = { is: noSpending() };
  const live = liveProgress(screen, {
    out: plan.out,
    systems: plan.runs.map(({ name }) => name),
    measure: plan.measures[0] ?? parseMeasure(flags.measure),
    command: withoutSecrets(['r2med', ...process.argv.slice(2)].map(shellWord).join(' ')),
    spending: () => ({
      usd: spent.is.usd,
      tokens: spent.is.tokens,
      requests: spent.is.requests,
      ...(flags.budget !== undefined && { budgetUsd: flags.budget }),
    }),
  });
  const { tools } = live;
  await withSystemContext(flags, tools, async (context, spending) => {
    spent.is = spending;
    const tasks = await openPlanned(plan, chosen, flags, context, tools);
    await live.begin(tasks);
    const { done, failures } = await runExperiment(plan, tasks, tools, {
      context,
      watcher: live.watcher,
      overwrite: flags.overwrite ?? false,
      failed: whenFailed(flags, tools),
    });
    await show(done, plan, flags, tools);
    if (failures.length > 0) throw failedRuns(failures, plan.runs.length * tasks.length);
    mustBeComplete(
      done.map(({ result }) => result),
      () => retryLine(process.argv.slice(2)),
    );
  }).finally(live.close);
};

/** What the file says, or what the flags say in its place. */
const planFor = async (
  flags: RunFlags,
  command: Command,
): Promise<ExperimentPlan & { readonly out: string }> => {
  const said = {
    system: flags.system,
    retriever: flags.retriever,
    fuse: flags.fuse,
    reranker: flags.reranker,
    depth: flags.depth,
    gar: flags.gar,
    llm: flags.llm,
  };
  if (flags.experiment) {
    const [both] = Object.entries(said).find(([, value]) => value) ?? [];
    if (both)
      throw new InputError({ found: `--experiment and --${both}`, fix: 'put the system into the file' });
    const { task: tasks, ...given } = givenFlags(flags, command);
    const { out = flags.out, ...plan } = await planExperiment(flags.experiment, {
      ...given,
      ...(tasks && { tasks }),
    });
    return { ...plan, out };
  }
  const systems = systemsOfFlags(flags);
  if (systems.length === 0)
    throw new InputError({
      found: 'no system to run',
      fix: 'add --retriever bm25, or --system "hyde(gpt4) > bm25"',
    });
  const { suite, task, data, topK, asPublished = false, generations, missing, out } = flags;
  return {
    ...planSystems(systems, { topK, asPublished, generations }, [parseMeasure(flags.measure)]),
    ...(suite !== undefined && { suite }),
    ...(task && { tasks: task }),
    ...(data && { data }),
    missing,
    out,
  };
};

const show = async (
  done: PlanOutcome<PlannedRun>['done'],
  plan: ExperimentPlan & { readonly out: string },
  flags: RunFlags,
  tools: Tools,
): Promise<void> => {
  const measure = plan.measures[0]?.name ?? flags.measure;
  const results = resultsShown(done);
  const { includeIncomplete = false } = flags;
  const table = tabulate(results, { measure, includeIncomplete });
  const reranked = rerankedSystems(counted(done, includeIncomplete), measure);
  for (const { record } of results)
    for (const line of modelOutputLines(record, process.argv.slice(2))) tools.note(line);
  if (flags.json) return printJson({ ...table, reranked, records: results.map(({ record }) => record) });
  if (results.length === 0) return;
  await printLine(leaderboardText(table, shortNames(), screenWidth(), flags.means));
  if (reranked.length > 0) await printLine(`\n${rerankedText(reranked, measure, screenWidth())}`);
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
    `Look at them: ${calledAs()} web${plan.out === 'results' ? '' : ` --results ${shellWord(plan.out)}`}`,
  );
};

const counted = (
  done: PlanOutcome<PlannedRun>['done'],
  includeIncomplete: boolean,
): PlanOutcome<PlannedRun>['done'] => done.filter(({ result }) => includeIncomplete || !isIncomplete(result));
