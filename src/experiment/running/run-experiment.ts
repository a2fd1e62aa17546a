import { defined, type Task, type Tools, WorkError } from '../../core/index.js';
import { defaultMeasures, type Measure } from '../../evaluation/measures/index.js';
import { duration } from '../../platform/node/index.js';
import { parseStages, type SharedStages, shareStages, stageUses } from '../../search/pipeline/index.js';
import { mustDiffer, tellNotes } from '../../tasks/index.js';
import type { ExperimentPlan, PlannedRun } from '../plans/index.js';
import type { Result } from '../record/index.js';
import { type SystemContext, system } from '../systems/index.js';
import type { RunWatcher } from './live-progress.js';
import { unchangedQueries } from './make-result.js';
import { type RunOptions, runSystem } from './run-system.js';

/** Settings of an experiment's runs. */
export interface ExperimentOptions {
  /** What all systems are built with: model pools, keys, prompts. One for all, so that a budget is not multiplied by tasks and systems. */
  readonly context?: Omit<SystemContext, 'task' | 'shared' | 'out'>;
  /** Replace results of the same name made with other settings. */
  readonly overwrite?: boolean;
  /** Called as soon as a run failed; the others go on unless it throws. */
  readonly failed?: PlanWork<PlannedRun>['failed'];
  /** Called while systems run. */
  readonly watcher?: RunWatcher;
}

/**
 * Runs every system of a plan on every task, and saves the results in the plan's folder if it names one. Stages that several
 * systems have are built once. `tools.note` says what is done; `tools.signal` stops everything.
 * @example
 * import { nodeTools, task } from 'r2med';
 * import { mustBeComplete, planExperiment, runExperiment } from 'r2med/experiment';
 *
 * const plan = await planExperiment('experiments/sample.yaml');
 * const { done } = await runExperiment(plan, [await task('sample', 'Biology')], nodeTools());
 * mustBeComplete(done.map(({ result }) => result));
 */
export const runExperiment = async (
  plan: ExperimentPlan,
  tasks: readonly Task[],
  tools: Tools,
  { context = {}, overwrite = false, failed, watcher }: ExperimentOptions = {},
): Promise<PlanOutcome<PlannedRun>> => {
  mustDiffer(tasks);
  return runPlan(plan.runs, tasks.map(plannedTask(tools)), {
    run: (planned, task, shared) =>
      watchedRun(planned, task, watcher, (answered) =>
        runOne(planned, { ...context, task, shared }, tools, {
          ...optionsFor(plan, planned),
          overwrite,
          ...(answered && { answered }),
        }),
      ),
    ...defined({ failed, signal: tools.signal }),
  });
};

/** Tells the watcher of a run's beginning, its rankings and its end. */
const watchedRun = async (
  { name }: PlannedRun,
  task: Task,
  watcher: RunWatcher | undefined,
  run: (answered: RunOptions['answered']) => Promise<Result>,
): Promise<Result> => {
  if (!watcher) return run(undefined);
  watcher.began(name, task);
  try {
    const result = await run((rankings) => watcher.answered(name, task, rankings));
    watcher.ended(name, task, result);
    return result;
  } catch (error) {
    watcher.failed(name, task, error);
    throw error;
  }
};

/** A task whose notes are shown when its turn comes. */
export const plannedTask = (tools: Tools) => (task: Task) => ({
  name: task.name,
  open: async () => {
    await tellNotes(task, tools);
    return task;
  },
});

/** What of a plan decides how a run is scored and where it is saved. */
export const optionsFor = (
  { out, measures, missing }: ExperimentPlan,
  { settings, folder }: PlannedRun,
): RunOptions & { readonly measures: readonly Measure[] } => {
  const usual = defaultMeasures(settings.topK);
  const more = measures.filter(({ name }) => !usual.some((each) => each.name === name));
  return {
    ...(out !== undefined && { out: folder ? `${out}/${folder}` : out }),
    ...(missing && { rule: { missing } }),
    measures: [...usual, ...more],
  };
};

const runOne = async (
  { stages, settings }: PlannedRun,
  context: SystemContext & { readonly shared: SharedStages },
  tools: Tools,
  options: RunOptions,
): Promise<Result> => {
  const { out } = options;
  const built = await system(stages, { ...context, ...settings, ...(out !== undefined && { out }) });
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

/** A task that is opened when its turn comes. */
export interface PlannedTask {
  readonly name: string;
  open(): Promise<Task>;
}

/** How an experiment runs one system on one task. */
export interface PlanWork<Run, Made = Result> {
  /** Builds, runs and closes one system on one task; what its stages share with others goes through `shared`. */
  run(planned: Run, task: Task, shared: SharedStages): Promise<Made>;
  /** Called as soon as something failed. */
  failed?(failure: PlanFailure): void;
  readonly signal?: AbortSignal;
}

/** A run that failed, with its error. */
export interface PlanFailure {
  readonly task: string;
  /** Absent when the task itself could not be opened. */
  readonly system?: string;
  readonly error: unknown;
}

/** The results of an experiment's runs, and what failed. */
export interface PlanOutcome<Run, Made = Result> {
  readonly done: readonly { readonly planned: Run; readonly result: Made }[];
  readonly failures: readonly PlanFailure[];
}

/**
 * Runs all systems on one task after the other. A failure ends the one run it belongs to; all others go on. Only a stop
 * that was requested ends everything.
 */
export const runPlan = async <
  Run extends Pick<PlannedRun, 'system' | 'name'> & Partial<Pick<PlannedRun, 'stages'>>,
  Made = Result,
>(
  runs: readonly Run[],
  tasks: readonly PlannedTask[],
  work: PlanWork<Run, Made>,
): Promise<PlanOutcome<Run, Made>> => {
  const done: { planned: Run; result: Made }[] = [];
  const failures: PlanFailure[] = [];
  const attempt = async (of: Omit<PlanFailure, 'error'>, action: () => Promise<void>): Promise<void> => {
    work.signal?.throwIfAborted();
    try {
      await action();
    } catch (error) {
      if (work.signal?.aborted) throw error;
      const failure = { ...of, error };
      failures.push(failure);
      work.failed?.(failure);
    }
  };
  for (const { name, open } of tasks)
    await attempt({ task: name }, async () => {
      const task = await open();
      const shared = shareStages({
        uses: stageUses(runs.map(({ system, stages = parseStages(system) }) => stages)),
      });
      try {
        for (const planned of runs)
          await attempt({ task: name, system: planned.name }, async () => {
            done.push({ planned, result: await work.run(planned, task, shared) });
          });
      } finally {
        await shared.close();
      }
    });
  return { done, failures };
};

/** Results under the names the plan gave them and the folders it saved them in, so that a table tells settings apart. */
export const resultsShown = (done: PlanOutcome<PlannedRun>['done']): readonly Result[] =>
  done.map(({ planned, result }) => {
    const { record } = result;
    const system = planned.folder ? `${planned.folder}/${record.system}` : record.system;
    return { ...result, record: { ...record, name: nameShown(planned, record.name), system } };
  });

/** As its records are called, without addresses and paths, unless the plan has a name for it. */
export const nameShown = ({ name, system, label }: PlannedRun, recorded: string): string =>
  name === `${system}${label}` ? `${recorded}${label}` : name;

/** What is said in the end when something failed; exit code 1. */
export const failedRuns = (failures: readonly PlanFailure[], all: number): WorkError =>
  new WorkError(
    [
      `${failures.length} of ${all} runs failed:`,
      ...failures.map(
        ({ task, system, error }) => `  ${task}${system ? `: ${system}` : ''}: ${firstLine(error)}`,
      ),
    ].join('\n'),
    'fix the errors above, then run the same command again; finished runs are skipped',
  );

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!;
