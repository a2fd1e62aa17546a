import { type BuildContext, isStepDone, stepSettings } from '../run-step.js';
import type { StepPlan } from '../step.js';
import { assumedFolder } from './assumed.js';
import type { BuildPlan } from './build-plan.js';

/** What a step of a plan will cost. */
export interface StepEstimate {
  readonly step: string;
  readonly state: 'done' | 'open';
  /** Absent where a step asks no model, or is done. */
  readonly plan?: StepPlan;
  /** The files it reads are not all there yet: the figure holds if nothing is held back before. */
  readonly atMost: boolean;
}

/** Steps that are quick, ask no model and are needed to count what the others will ask. */
const DONE_FOR_COUNTING = ['collect', 'chunk'];

/** What a whole plan will cost at most, before any of it is done. It makes no call and writes nothing. */
export const estimatePlan = async (
  { steps }: BuildPlan,
  context: BuildContext,
): Promise<readonly StepEstimate[]> => {
  /** Files of steps that are not done: what is in them now says nothing of what they will be. */
  const willChange = new Set<string>();
  const work = assumedFolder(
    context.work,
    new Map(steps.map(({ step, settings }) => [step.name, settings])),
    willChange,
  );
  const estimates: StepEstimate[] = [];
  for (const { step, settings: said } of steps) {
    const { name } = step;
    const settings = stepSettings(step, said);
    const reads = [...step.reads, ...(step.uses?.(settings) ?? step.mayRead ?? [])];
    const isOnNewInput = reads.some((file) => willChange.has(file));
    if (!isOnNewInput && (await isStepDone(step, said, context))) {
      estimates.push({ step: name, state: 'done', atMost: false });
      continue;
    }
    const missing = await Promise.all(step.reads.map(async (file) => !(await context.work.exists(file))));
    const atMost = isOnNewInput || missing.includes(true);
    const stepContext = { ...context, work, settings, respondent: context.respondents.get };
    if (DONE_FOR_COUNTING.includes(name)) await step.run(stepContext);
    const plan = step.plan && (await step.plan(stepContext));
    for (const file of step.writes) willChange.add(file);
    estimates.push({
      step: name,
      state: 'open',
      atMost: atMost && plan !== undefined,
      ...(plan && { plan }),
    });
  }
  return estimates;
};
