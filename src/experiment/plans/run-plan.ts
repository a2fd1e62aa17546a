import { type Task, WorkError } from '../../core/index.js';
import { parseStages, type SharedStages, shareStages, stageUses } from '../../search/pipeline/index.js';
import type { Result } from '../record/index.js';
import type { PlannedRun } from './expand.js';

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
