import type { Command } from 'commander';
import { noSpending } from '../../api-client/index.js';
import { InputError, type Task, type Tools } from '../../core/index.js';
import { parseMeasure } from '../../evaluation/index.js';
import {
  defaultMeasures,
  type ExperimentPlan,
  failedRuns,
  type PlannedRun,
  type PlanOutcome,
  type RunOptions,
  resultsShown,
  runOrder,
  runPlan,
  runSystem,
  unchangedQueries,
} from '../../experiment/index.js';
import { tabulate } from '../../leaderboard/index.js';
import { duration, mustBeWritable } from '../../node/index.js';
import type { SharedStages } from '../../pipeline/index.js';
import { countedResults, isIncomplete, type Result } from '../../record/index.js';
import {
  checkSystem,
  expressionsOf,
  generationsOf,
  llmPool,
  type SystemContext,
  scorerPool,
  system,
} from '../../systems/index.js';
import { type ChosenTask, chosenTasks, mustDiffer, nameOf, openChosen, tellNotes } from '../chosen-tasks.js';
import { givenFlags, planLines, planOf, taskFlagsOf } from '../experiment.js';
import { mustBeComplete } from '../incomplete-results.js';
import { leaderboardText } from '../leaderboard-table.js';
import { llmSettings } from '../llm-flags.js';
import { modelOutputLines } from '../model-output-lines.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { rerankedSystems, rerankedText } from '../reranked-table.js';
import type { RunFlags } from '../run-flags.js';
import { safeguardText } from '../safeguard-text.js';
import { scoreNotes } from '../score-notes.js';
import { shortNames } from '../short-names.js';
import { stoppable } from '../stopping.js';
import { systemContext } from '../system-context.js';
import { toolsOptions } from '../tools-options.js';
import { worstQueryLine } from '../worst-query-line.js';

/** The work of `r2med run`; its flags and help are in `run-help.ts`, which loads this when it is called. */
export const runAll = async (flags: RunFlags, command: Command): Promise<void> => {
  const plan = await planFor(flags, command);
  const chosen = chosenTasks({ ...taskFlagsOf(plan), ...(flags.split && { split: flags.split }) });
  if (flags.dryRun) return printLine(planLines(plan.runs, chosen.map(nameOf)).join('\n'));
  await mustBeWritable(plan.out);
  if (flags.saveVectors !== undefined) await mustBeWritable(flags.saveVectors, '--save-vectors');
  await stoppable(toolsOptions(flags), (tools) => runChosen(plan, chosen, flags, tools));
};

const runChosen = async (
  plan: ExperimentPlan & { readonly out: string },
  chosen: readonly ChosenTask[],
  flags: RunFlags,
  tools: Tools,
): Promise<void> => {
  const published = plan.runs.filter(({ settings }) => (settings.generations ?? 'published') === 'published');
  const fetching = {
    offline: flags.offline ?? false,
    generations: generationsOf(published.map((planned) => planned.system)),
  };
  const tasks: Task[] = [];
  for (const each of chosen) tasks.push(await openChosen(each, tools, fetching));
  mustDiffer(tasks);
  // One for all: what a budget allows is not multiplied by tasks and systems.
  const spending = noSpending();
  const writing = llmPool(tools, {
    settings: llmSettings(flags, spending),
    env: process.env,
    retryFailed: flags.retryFailed ?? false,
  });
  const scoring = scorerPool();
  try {
    const context = {
      ...(await systemContext(flags, tools, spending)),
      llmPool: writing,
      scorers: scoring,
    };
    const { done, failures } = await runPlan(plan.runs, tasks.map(taskOfPlan(tools)), {
      run: (planned, task, shared) =>
        runOne(planned, { ...context, task, shared }, tools, optionsFor(plan, planned, flags)),
      failed: ({ error }) => {
        // An experiment goes on with what it can; of a single command the first failure is the answer.
        if (!flags.experiment) throw error;
        const message = error instanceof Error ? error.message : String(error);
        for (const line of message.split('\n')) tools.note(line);
      },
      signal: tools.signal,
    });
    await show(done, plan, flags, tools);
    if (failures.length > 0) throw failedRuns(failures, plan.runs.length * tasks.length);
    mustBeComplete(
      done.map(({ result }) => result),
      process.argv.slice(2),
    );
  } finally {
    await scoring.close();
    await writing.close();
  }
};

const taskOfPlan = (tools: Tools) => (task: Task) => ({
  name: task.name,
  open: async () => {
    await tellNotes(task, tools);
    return task;
  },
});

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
    const { out = flags.out, ...plan } = await planOf(flags.experiment, givenFlags(flags, command));
    return { ...plan, out };
  }
  const expressions = expressionsOf(flags);
  if (expressions.length === 0)
    throw new InputError({
      found: 'no system to run',
      fix: 'add --retriever bm25, or --system "hyde(gpt4) > bm25"',
    });
  for (const text of expressions) checkSystem(text);
  const settings = {
    topK: flags.topK,
    asPublished: flags.asPublished ?? false,
    generations: flags.generations,
  };
  const { suite, task, data } = flags;
  return {
    ...(suite !== undefined && { suite }),
    ...(task && { tasks: task }),
    ...(data && { data }),
    measures: [parseMeasure(flags.measure)],
    missing: flags.missing,
    out: flags.out,
    runs: runOrder(
      expressions.map((text) => ({ system: text, name: text, settings, own: {}, label: '', folder: '' })),
    ),
  };
};

const optionsFor = (
  plan: ExperimentPlan & { readonly out: string },
  { settings, folder }: PlannedRun,
  flags: RunFlags,
): RunOptions => {
  const usual = defaultMeasures(settings.topK ?? flags.topK);
  const more = plan.measures.filter(({ name }) => !usual.some((each) => each.name === name));
  return {
    out: folder ? `${plan.out}/${folder}` : plan.out,
    overwrite: flags.overwrite ?? false,
    rule: { missing: plan.missing ?? flags.missing },
    measures: [...usual, ...more],
  };
};

const runOne = async (
  { system: text, settings }: PlannedRun,
  context: SystemContext & { readonly shared: SharedStages },
  tools: Tools,
  options: RunOptions,
): Promise<Result> => {
  const built = await system(text, { ...context, ...settings, out: options.out! });
  try {
    const { result, reused } = await runSystem(built, context.task, tools, options);
    const { open, search } = result.record.timings;
    const took = reused ? 'was there already' : `done in ${duration((open + search) * 1000)}`;
    const left = unchangedQueries(result.record);
    const unchanged =
      left > 0 ? `; ${left} of ${context.task.queries.length} queries keep the first-stage order` : '';
    tools.note(`${context.task.name}: ${built.name} ${took}${unchanged}`);
    return result;
  } finally {
    await built.close?.();
  }
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
};

const counted = (
  done: PlanOutcome<PlannedRun>['done'],
  includeIncomplete: boolean,
): PlanOutcome<PlannedRun>['done'] => done.filter(({ result }) => includeIncomplete || !isIncomplete(result));
