import { z } from 'zod';
import type { JsonObject } from '../../../core/index.js';
import { type BuildContext, type RunStepOptions, runStep, type StepRun } from '../run-step.js';
import type { BuildStep, StepPlan } from '../step.js';

/** Who answers: a language model, answers that were prepared, or the model where none was prepared. */
const PlannedRespondent = z
  .strictObject({
    llm: z
      .string()
      .min(1)
      .optional()
      .describe('a name of `r2med models --kind llm`, served:URL#model or gguf:FILE'),
    answers: z
      .string()
      .min(1)
      .optional()
      .describe('file of prepared answers: JSON lines of step, id and text'),
    judge: z.string().min(1).optional().describe('whose answers, if the file holds those of several'),
  })
  .refine(({ llm, answers }) => llm !== undefined || answers !== undefined, 'neither "llm" nor "answers"')
  .refine(({ answers, judge }) => judge === undefined || answers !== undefined, '"judge" without "answers"');
export type PlannedRespondent = z.infer<typeof PlannedRespondent>;

/** The schema of a plan: every step that is done has its settings, as its flags have them. */
export const planSchema = (steps: readonly BuildStep[]) =>
  z.strictObject({
    work: z.string().min(1).optional().describe('work folder'),
    prompts: z.string().min(1).optional().describe('folder of custom prompt templates'),
    seed: z.int().min(0).optional().describe('random seed of all steps and models that do not set another'),
    budget: z
      .strictObject({ usd: z.number().positive().optional(), tokens: z.int().positive().optional() })
      .optional()
      .describe('limit of all new calls together'),
    respondents: z
      .record(z.string(), PlannedRespondent)
      .default({})
      .describe('short names that settings may use for models and prepared answers'),
    steps: z.strictObject(Object.fromEntries(steps.map(({ name, settings }) => [name, settings.optional()]))),
  });

/** A plan as it was read: paths are those that files can be opened by, and models have their own names. */
export interface BuildPlan {
  readonly work?: string;
  readonly prompts?: string;
  readonly seed?: number;
  readonly budget?: { readonly usd?: number; readonly tokens?: number };
  readonly steps: readonly PlannedStep[];
}

export interface PlannedStep {
  readonly step: BuildStep;
  readonly settings: JsonObject;
}

export interface RunPlanOptions extends Pick<RunStepOptions, 'overwrite'> {
  /** Gets what a step will cost, before its first call. */
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
