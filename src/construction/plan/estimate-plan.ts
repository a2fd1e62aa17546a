import { type BuildContext, stepSettings } from '../run-step.js';
import { statusOf } from '../status.js';
import type { Step, StepPlan } from '../step.js';
import { steps as allSteps } from '../steps.js';
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
  const done = new Set(
    (await statusOf(context.work, withOwn(steps.map(({ step }) => step))))
      .filter(({ state }) => state === 'done')
      .map(({ step }) => step),
  );
  const work = assumedFolder(context.work, new Map(steps.map(({ step, settings }) => [step.name, settings])));
  const estimates: StepEstimate[] = [];
  for (const { step, settings: said } of steps) {
    const { name } = step;
    if (done.has(name)) {
      estimates.push({ step: name, state: 'done', atMost: false });
      continue;
    }
    const missing = await Promise.all(step.reads.map(async (file) => !(await context.work.exists(file))));
    const atMost = missing.includes(true);
    const settings = stepSettings(step, said);
    const stepContext = { ...context, work, settings, respondent: context.respondents.get };
    if (DONE_FOR_COUNTING.includes(name)) await step.run(stepContext);
    const plan = step.plan && (await step.plan(stepContext));
    estimates.push({
      step: name,
      state: 'open',
      atMost: atMost && plan !== undefined,
      ...(plan && { plan }),
    });
  }
  return estimates;
};

/** All steps in their order, with those of a plan that are not ours in the place of their names, or at the end. */
const withOwn = (planned: readonly Step[]): readonly Step[] => {
  const byName = new Map(planned.map((step) => [step.name, step]));
  const known = allSteps.map((step) => byName.get(step.name) ?? step);
  return [...known, ...planned.filter((step) => !known.includes(step))];
};
