import type { Task, Tools } from '../core/index.js';
import type { ExperimentPlan, PlanFailure } from '../experiment/plans/index.js';
import { checkModels, generationsOf, type SystemContext } from '../experiment/systems/index.js';
import { type ChosenTask, openChosen } from './chosen-tasks.js';
import type { RunFlags } from './run-flags.js';

/** Opens the tasks of a plan, when its models have been looked for. */
export const openPlanned = async (
  plan: ExperimentPlan,
  chosen: readonly ChosenTask[],
  flags: RunFlags,
  context: Omit<SystemContext, 'task'>,
  tools: Tools,
): Promise<readonly Task[]> => {
  const published = plan.runs.filter(({ settings }) => (settings.generations ?? 'published') === 'published');
  const fetching = {
    offline: flags.offline ?? false,
    generations: generationsOf(published.map(({ stages }) => stages)),
  };
  // An experiment goes on with what it can.
  if (!flags.experiment)
    for (const { stages, settings } of plan.runs) await checkModels(stages, { ...context, ...settings });
  const tasks: Task[] = [];
  for (const each of chosen) tasks.push(await openChosen(each, tools, fetching));
  return tasks;
};

/** An experiment goes on with what it can; of a single command the first failure is the answer. */
export const whenFailed =
  (flags: RunFlags, tools: Tools) =>
  ({ error }: PlanFailure): void => {
    if (!flags.experiment) throw error;
    const message = error instanceof Error ? error.message : String(error);
    for (const line of message.split('\n')) tools.note(line);
  };
