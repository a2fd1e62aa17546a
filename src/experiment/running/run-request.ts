import { defined, InputError, shellWord, type Task, type Tools, withoutSecrets } from '../../core/index.js';
import { type Measure, parseTableMeasure } from '../../evaluation/measures/index.js';
import { noSpending } from '../../platform/api-client/index.js';
import { mustBeWritable, nodeTools } from '../../platform/node/index.js';
import { type ChosenTask, chosenTasks, openChosen, type TaskChoice } from '../../tasks/index.js';
import {
  type ExperimentPlan,
  type PlannedRun,
  placed,
  planExperiment,
  planSystems,
  type RunSettings,
  withAblations,
} from '../plans/index.js';
import {
  checkModels,
  checkPrompts,
  generationsOf,
  type SystemFlags,
  type SystemOptions,
  systemsOfFlags,
  withSystemContext,
} from '../systems/index.js';
import { liveProgress } from './live-progress.js';
import {
  type ExperimentOptions,
  type PlanFailure,
  type PlanOutcome,
  runExperiment,
} from './run-experiment.js';
import { runShard, type ShardOptions, type ShardOutcome } from './shards/index.js';

/** All that `r2med run` can be asked to do, by the names of its flags. */
export interface RunRequest extends TaskChoice, SystemFlags, SystemOptions, RunSettings {
  /** File with systems, tasks and variants, in place of systems; what else the request names wins over the file. */
  readonly experiment?: string;
  /** The measure that tables show; nDCG@10 by default. */
  readonly measure?: string;
  /** Score of a judged query that has no ranking; `zero` by default. */
  readonly missing?: 'zero' | 'skip';
  /** Folder to write records to; `results` by default. */
  readonly out?: string;
  /** Run every system also without each of its parts. */
  readonly ablate?: boolean;
  /** Replace results of the same name made with other settings. */
  readonly overwrite?: boolean;
  /** The words of the command, for those who look at the run while it works. */
  readonly command?: readonly string[];
}

/** A request as the list of runs that it comes to. */
export interface RequestPlan extends ExperimentPlan {
  readonly request: RunRequest;
  /** The systems that were asked for: others are parts of them. */
  readonly systems: ReadonlySet<string>;
  readonly out: string;
  /** The measure that tables show. */
  readonly measure: Measure;
  readonly chosen: readonly ChosenTask[];
}

/** The results of a request, its failures, and the tasks it ran on. */
export interface RequestOutcome extends PlanOutcome<PlannedRun> {
  readonly tasks: readonly Task[];
}

/**
 * Does all that `r2med run` does but print: plans, fetches tasks and models, runs every system on every task and writes the
 * records. Of a request without an experiment file the first failure is thrown; `mustBeComplete` says whether work failed within results.
 * @example
 * import { mustBeComplete, runRequest } from 'r2med/experiment';
 *
 * const { done } = await runRequest({
 *   suite: 'sample',
 *   task: ['Biology'],
 *   system: ['hyde(sample-writer) > bm25'],
 *   out: 'results',
 * });
 * mustBeComplete(done.map(({ result }) => result));
 */
export const runRequest = async (request: RunRequest, tools: Tools = nodeTools()): Promise<RequestOutcome> =>
  runRequestPlan(await planRequest(request), tools);

/** The runs and tasks of a request, every system checked; nothing is opened. */
export const planRequest = async (request: RunRequest): Promise<RequestPlan> => {
  const { out = request.out ?? 'results', ...asked } = await planOf(request);
  const plan = request.ablate ? withAblations(asked) : asked;
  for (const { system } of plan.runs) checkPrompts(system, request.prompts);
  const { suite, tasks: task, data } = plan;
  const { experiment: file } = request;
  const choose = () =>
    chosenTasks(defined({ suite, task, data, split: request.split || undefined, columns: request.columns }));
  const fromFile = file && !request.suite && !request.task && !request.data;
  return {
    ...plan,
    request,
    systems: new Set(asked.runs.map(({ system }) => system)),
    out,
    measure: plan.measures[0] ?? measureOf(request),
    chosen: fromFile ? placed({ file }, choose) : choose(),
  };
};

/** Runs a plan and describes it in its results folder meanwhile. `opened` sees the tasks before anything runs, and may refuse them. */
export const runRequestPlan = async (
  plan: RequestPlan,
  screen: Tools,
  opened?: (tasks: readonly Task[]) => void,
): Promise<RequestOutcome> => {
  const { request, out, measure, runs } = plan;
  await mustBeWritableFor(plan);
  let spent = noSpending();
  const live = liveProgress(screen, {
    out,
    systems: runs.map(({ name }) => name),
    measure,
    command: withoutSecrets(['r2med', ...(request.command ?? ['run'])].map(shellWord).join(' ')),
    spending: () => {
      const { usd, tokens, requests, unpriced } = spent;
      return { tokens, requests, ...(!unpriced && { usd }), ...defined({ budgetUsd: request.budget }) };
    },
  });
  return withSystemContext(request, live.tools, async (context, spending) => {
    spent = spending;
    const tasks = await openPlanned(plan, context, live.tools);
    opened?.(tasks);
    await live.begin(tasks);
    const options = { ...optionsOf(request, context, live.tools), watcher: live.watcher };
    return { tasks, ...(await runExperiment(plan, tasks, live.tools, options)) };
  }).finally(live.close);
};

/** Runs one shard of a plan; `mergeShards` makes results of all of them. */
export const runRequestShard = async (
  plan: RequestPlan,
  { shard, command = [] }: Pick<ShardOptions, 'shard' | 'command'>,
  tools: Tools,
): Promise<ShardOutcome & Pick<RequestOutcome, 'tasks'>> => {
  const { request } = plan;
  await mustBeWritableFor(plan);
  return withSystemContext(request, tools, async (context) => {
    const tasks = await openPlanned(plan, context, tools);
    const about = { shard, command: command.map(withoutSecrets) };
    const options = { ...optionsOf(request, context, tools), ...about };
    return { tasks, ...(await runShard(plan, tasks, tools, options)) };
  });
};

const measureOf = ({ measure = 'nDCG@10' }: RunRequest): Measure => parseTableMeasure(measure);

/** The plan of the file, or of the systems that are named in its place. */
const planOf = async (request: RunRequest): Promise<ExperimentPlan> => {
  const { suite, task: tasks, data, missing, out, topK, asPublished, generations, measure, llm } = request;
  const { prompts } = request;
  if (request.experiment) {
    const { system, retriever, fuse, reranker, depth, gar } = request;
    const [both] =
      Object.entries({ system, retriever, fuse, reranker, depth, gar }).find(([, value]) => value) ?? [];
    if (both)
      throw new InputError({ found: `--experiment and --${both}`, fix: 'put the system into the file' });
    return planExperiment(
      request.experiment,
      defined({ suite, tasks, data, missing, out, topK, asPublished, generations, measure, llm, prompts }),
    );
  }
  const systems = systemsOfFlags(request);
  if (systems.length === 0)
    throw new InputError({
      found: 'no system to run',
      fix: 'add --retriever bm25, or --system "hyde(gpt4) > bm25"',
    });
  const settings = {
    topK: topK ?? 100,
    asPublished: asPublished ?? false,
    generations: generations ?? 'published',
  };
  return {
    ...planSystems(systems, settings, [measureOf(request)]),
    ...defined({ suite, tasks, data }),
    missing: missing ?? 'zero',
  };
};

const mustBeWritableFor = async ({ out, request: { saveVectors } }: RequestPlan): Promise<void> => {
  await mustBeWritable(out);
  if (saveVectors !== undefined) await mustBeWritable(saveVectors, '--save-vectors');
};

/** Opens the tasks of a plan, when its models have been looked for. */
const openPlanned = async (
  { runs, chosen, request: { experiment, offline } }: RequestPlan,
  context: ExperimentOptions['context'],
  tools: Tools,
): Promise<readonly Task[]> => {
  // An experiment goes on with what it can.
  if (!experiment)
    for (const { stages, settings } of runs) await checkModels(stages, { ...context, ...settings });
  const published = runs.filter(({ settings }) => (settings.generations ?? 'published') === 'published');
  const generations = generationsOf(published.map(({ stages }) => stages));
  const tasks: Task[] = [];
  for (const each of chosen) tasks.push(await openChosen(each, tools, { offline, generations }));
  return tasks;
};

const optionsOf = (
  { experiment, overwrite = false }: RunRequest,
  context: ExperimentOptions['context'],
  tools: Tools,
) => ({
  context: context ?? {},
  overwrite,
  /** An experiment goes on with what it can; of a single command the first failure is the answer. */
  failed: ({ error }: PlanFailure): void => {
    if (!experiment) throw error;
    const message = error instanceof Error ? error.message : String(error);
    for (const line of message.split('\n')) tools.note(line);
  },
});
