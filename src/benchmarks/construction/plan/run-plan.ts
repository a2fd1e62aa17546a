import { type BuildContext, type RunStepOptions, runStep, type StepRun } from '../run-step.js';
import type { StepPlan } from '../step.js';
import type { BuildPlan } from './build-plan.js';

export interface RunPlanOptions extends Pick<RunStepOptions, 'overwrite'> {
  /** Told what a step will cost, before it asks anything. */
  planned?(step: string, plan: StepPlan): void;
  finished?(run: StepRun): void;
}

/** Does the steps of a plan in their order. Those that are done with the same settings and input are left alone. */
export const runBuildPlan = async (
  { steps }: BuildPlan,
  context: BuildContext,
  { overwrite = false, planned = () => {}, finished = () => {} }: RunPlanOptions = {},
): Promise<readonly StepRun[]> => {
  const runs: StepRun[] = [];
  for (const { step, settings } of steps) {
    context.tools.signal.throwIfAborted();
    const run = await runStep(step, settings, context, {
      overwrite,
      planned: (plan) => planned(step.name, plan),
    });
    finished(run);
    runs.push(run);
  }
  return runs;
};
