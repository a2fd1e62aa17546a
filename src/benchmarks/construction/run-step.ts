import { join } from 'node:path';
import type { z } from 'zod';
import {
  canonicalJson,
  commandLine,
  differences,
  type EntityFinder,
  InputError,
  type Json,
  type JsonObject,
  WorkError,
} from '../../core/index.js';
import type { Prompts } from '../../models/prompts/index.js';
import { acquireLease, cannotRead, fileSha256 } from '../../platform/node/index.js';
import { type Respondent, sumUsage } from './respondent.js';
import type { Respondents } from './respondents.js';
import type { BuildStep, StepContext, StepPlan, StepReport, Undecided, WorkFolder } from './step.js';
import { ABSENT, mustBelongTogether, mustBeThere, outputHashes, stepFolder } from './step-folder.js';
import { constructionSteps } from './steps.js';
import { storedFile, storedSettings } from './stored-settings.js';
import { firstIssue } from './yaml-file.js';

/** What a call of a step may use. */
export interface BuildContext extends Omit<StepContext, 'settings' | 'respondent'> {
  readonly respondents: Respondents;
}

export interface RunStepOptions {
  /** Replace what other settings made. */
  readonly overwrite?: boolean;
  /** Gets what it will cost, before the first call. */
  planned?(plan: StepPlan): void;
}

/** A step that is done, now or before. */
export interface StepRun {
  readonly report: StepReport;
  /** It was done already: nothing was asked and nothing written. */
  readonly reused: boolean;
}

/** Some of a step could not be decided; `undecided` tells which and why. */
export class UndecidedItems extends WorkError {
  constructor(
    step: string,
    readonly undecided: readonly Undecided[],
    file: string,
  ) {
    super(
      `build ${step}: ${undecided.length} undecided, so nothing of it was written`,
      `see ${file}; run the same command again: it makes only the missing calls, with --retry-failed also those that were refused or whose response cannot be read; or decide these yourself with --answers`,
    );
  }
}

/** Where a step lists what it could not decide, until it can. */
export const undecidedFile = (step: string): string => `${step}.undecided`;

/** The settings of a step, checked, with its defaults. */
export const stepSettings = <Schema extends z.ZodObject>(
  { name, settings }: BuildStep<Schema>,
  given: Json,
): z.infer<Schema> => {
  const { success, data, error } = settings.safeParse(given);
  if (success) return data;
  throw new InputError({
    found: `build ${name}: ${firstIssue(error)}`,
    expected: `settings among ${Object.keys(settings.shape).join(', ')}`,
    fix: `see ${commandLine('build', name, '--help')}`,
  });
};

/** What a step would cost. It makes no call. */
export const planStep = async (step: BuildStep, given: Json, context: BuildContext): Promise<StepPlan> => {
  const { work } = stepFolder(step, context.work, writerOf);
  await mustBeThere(step.reads, work, writerOf);
  return planned(step, {
    ...context,
    work,
    settings: stepSettings(step, given),
    respondent: context.respondents.get,
  });
};

const planned = async (step: BuildStep, context: StepContext<Record<string, unknown>>): Promise<StepPlan> =>
  (await step.plan?.(context)) ?? { calls: 0, cached: 0, tokensIn: 0, tokensOut: 0 };

/**
 * Does a step, unless it is done. It is done again if its input changed; other settings than before are refused without `overwrite`. One process at
 * a time does a step: a second one waits, and finds it done.
 */
export const runStep = async (
  step: BuildStep,
  given: Json,
  context: BuildContext,
  { overwrite = false, planned: tell = () => {} }: RunStepOptions = {},
): Promise<StepRun> => {
  const { work, tools } = context;
  const settings = stepSettings(step, given);
  // Before a model is opened, which may need a key.
  await mustBeThere([...step.reads, ...(step.uses?.(settings) ?? [])], work, writerOf);
  const lease = await acquireLease(join(work.folder, '.steps', step.name), {
    doing: `build ${step.name}`,
    ownFolder: true,
    note: tools.note,
    signal: tools.signal,
  });
  try {
    const { respondents, made, inputs, earlier, isDone } = await earlierRun(step, settings, context);
    if (earlier && !overwrite) mustBeSame(step, earlier, made);
    if (earlier && isDone) return { report: earlier, reused: true };
    const others = constructionSteps.filter(({ name }) => name !== step.name);
    if (step.needsFittingFiles) await mustBelongTogether(others, work, writerOf);
    const staged = stepFolder(step, work, writerOf);
    const stepContext = { ...context, work: staged.work, settings, respondent: context.respondents.get };
    if (step.plan) tell(await planned(step, stepContext));
    const before = respondents.map((respondent) => respondent.usage());
    const { undecided = [], ...outcome } = await step.run(stepContext);
    if (undecided.length > 0) {
      await work.write(undecidedFile(step.name), undecided);
      throw new UndecidedItems(step.name, undecided, join(work.folder, `${undecidedFile(step.name)}.jsonl`));
    }
    // Without its report a step is not done: files that a kill leaves half replaced are never taken for whole.
    await work.removeReport(step.name);
    for (const name of step.writes)
      if (staged.written.has(name)) await work.write(name, staged.written.get(name)!);
      else await work.remove(name);
    await work.remove(undecidedFile(step.name));
    const usage = sumUsage(respondents.map((respondent, i) => since(before[i]!, respondent.usage())));
    const report: StepReport = {
      step: step.name,
      ...outcome,
      settings: made,
      inputs,
      outputs: await outputHashes(step, work),
      ...(respondents.length > 0 && { usage }),
    };
    await work.writeReport(report);
    return { report, reused: false };
  } finally {
    lease.release();
  }
};

/** Whether a step is done with these settings and with the files that are there: a call would do nothing. */
export const isStepDone = async (step: BuildStep, given: Json, context: BuildContext): Promise<boolean> =>
  (await earlierRun(step, stepSettings(step, given), context)).isDone;

/** What a step would be made with now, and whether that is what an earlier call made it with. */
const earlierRun = async (step: BuildStep, settings: Record<string, unknown>, context: BuildContext) => {
  const { work } = context;
  const named = [...new Set(step.asks?.(settings) ?? [])];
  const respondents = await Promise.all(named.map(context.respondents.get));
  const ownNames = new Map(named.map((name, i) => [name, respondents[i]!.name]));
  const finder = typeof settings.ner === 'string' ? await finderOf(settings.ner, context) : undefined;
  if (finder) ownNames.set(settings.ner as string, finder.name);
  const stored = storedSettings(settings, work.folder, step.fileSettings ?? [], ownNames);
  const made = madeWith(step, stored, respondents, context.prompts, finder);
  const inputs = await inputHashes(step, settings, work);
  const earlier = await work.readReport(step.name);
  const isDone =
    earlier !== undefined &&
    isSame(earlier.settings, made) &&
    isSame(earlier.inputs, inputs) &&
    isSame(earlier.outputs, await outputHashes(step, work)) &&
    ((await step.isIntact?.(earlier, work)) ?? true);
  return { respondents, made, inputs, earlier, isDone };
};

/** The model of a setting `ner`, which is part of what made the files. */
const finderOf = (name: string, { entityFinder }: BuildContext): Promise<EntityFinder> => {
  if (entityFinder) return entityFinder(name);
  throw new InputError({
    found: `ner ${name}, but no models can be opened here`,
    expected: 'a context with entityFinder',
    fix: 'leave out ner, or give runStep an entityFinder',
  });
};

type Usage = ReturnType<Respondent['usage']>;

/** What was used since; one respondent may serve several steps. */
const since = (before: Usage, now: Usage): Usage => ({
  calls: now.calls - before.calls,
  tokensIn: now.tokensIn - before.tokensIn,
  tokensOut: now.tokensOut - before.tokensOut,
  ...(now.usd !== undefined && { usd: now.usd - (before.usd ?? 0) }),
});

export const writerOf = (file: string): string | undefined =>
  constructionSteps.find(({ writes }) => writes.includes(file))?.name;

/** Everything that can change the outcome besides the files. */
const madeWith = (
  step: BuildStep,
  settings: JsonObject,
  respondents: readonly Respondent[],
  prompts: Prompts,
  finder: EntityFinder | undefined,
): Json => ({
  ...settings,
  ...(respondents.length > 0 && {
    respondents: respondents.map((each) => ({
      name: each.name,
      ...(each.identity(step.name) as JsonObject),
    })),
  }),
  ...(finder && { nerModel: finder.spec }),
  ...(step.prompts && {
    prompts: Object.fromEntries(step.prompts.map((name) => [name, prompts.template(name, 'default').hash])),
  }),
});

const isSame = (a: Json, b: Json): boolean => canonicalJson(a) === canonicalJson(b);

const mustBeSame = ({ name }: BuildStep, earlier: StepReport, made: Json): void => {
  const [first, ...more] = differences(earlier.settings, made);
  if (!first) return;
  throw new InputError({
    found: `build ${name} was done with ${first.name} ${first.earlier}, not ${first.now}${more.length > 0 ? `, and ${more.length} more settings differ` : ''}`,
    expected: 'the settings that made the files of this work folder',
    fix: 'add --overwrite to do it again, or name another --work folder',
  });
};

/** Hashes of the files that a step reads: those of the work folder by their names, the user's by their places relative to it. */
export const inputHashes = async (
  step: BuildStep,
  settings: object,
  work: WorkFolder,
): Promise<Readonly<Record<string, string>>> => {
  const hashes: [string, string][] = [];
  const optional = step.uses?.(settings as never) ?? step.mayRead ?? [];
  for (const name of [...step.reads, ...optional]) hashes.push([name, (await work.hash(name)) ?? ABSENT]);
  for (const file of (await step.files?.(settings as never)) ?? [])
    hashes.push([storedFile(work.folder, file), await fileSha256(file).catch(cannotRead(file))]);
  return Object.fromEntries(hashes);
};
