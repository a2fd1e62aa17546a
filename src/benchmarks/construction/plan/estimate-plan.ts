import { own } from '../../../core/index.js';
import { BuildItem, Passage } from '../item.js';
import { type BuildContext, isStepDone, stepSettings } from '../run-step.js';
import type { StepPlan, WorkFolder } from '../step.js';
import type { BuildPlan } from './build-plan.js';

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
  for (const { step, settings: given } of steps) {
    const { name } = step;
    const settings = stepSettings(step, given);
    const reads = [...step.reads, ...(step.uses?.(settings) ?? step.mayRead ?? [])];
    const isOnNewInput = reads.some((file) => willChange.has(file));
    if (!isOnNewInput && (await isStepDone(step, given, context))) {
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

/** About as long as a path of five steps. */
const REASONING = Array.from({ length: 5 }, (_, i) => `${i + 1}. ${'step '.repeat(20)}`).join('\n');

/** Candidates of an item where the plan does not say how many. */
const USUAL_CANDIDATES = 50;

type Assumption = (work: WorkFolder, settings: ReadonlyMap<string, object>) => Promise<readonly unknown[]>;

/** Files of steps that models do, as they would be if nothing were held back: what later steps cost at most. */
const ASSUMED: Readonly<Record<string, Assumption>> = {
  classified: async (work) =>
    (await work.read('items', BuildItem))
      .filter(({ family }) => family !== 'case')
      .map((item) => ({ stage: 'diagnosis', kind: 'disease', bodySystem: 'Other / NA', ...item })),
  filtered: (work) => work.read('classified', BuildItem),
  reformulated: async (work) =>
    (await work.read('filtered', BuildItem)).map((item) => ({ query: item.text, ...item })),
  reasoned: async (work) =>
    (await work.read('reformulated', BuildItem)).map((item) => ({ reasoning: REASONING, ...item })),
  candidates: async (work, settings) => {
    const { cap = USUAL_CANDIDATES } = (settings.get('pool') ?? {}) as { readonly cap?: number };
    const passages = (await work.read('passages', Passage)).slice(0, cap);
    return (await work.read('reasoned', BuildItem)).flatMap(({ id }) =>
      passages.map((passage) => ({
        item: id,
        passage: passage.id,
        found: [{ view: 'query', retriever: 'bm25', rank: 1 }],
      })),
    );
  },
};

/**
 * A work folder in which nothing is written: files that are not there, or that the plan writes again, are assumed or taken
 * from `made`.
 */
export const assumedFolder = (
  work: WorkFolder,
  settings: ReadonlyMap<string, object>,
  willChange: ReadonlySet<string>,
): WorkFolder & { readonly made: Map<string, readonly unknown[]> } => {
  const made = new Map<string, readonly unknown[]>();
  const isThere = async (name: string) => !willChange.has(name) && (await work.exists(name));
  const assumed: WorkFolder = {
    ...work,
    read: async <Row>(name: string, schema: { parse(value: unknown): Row }) => {
      const rows = made.get(name);
      if (rows === undefined && (await isThere(name))) return work.read(name, schema);
      return (rows ?? (await own(ASSUMED, name)?.(assumed, settings)) ?? []) as readonly Row[];
    },
    exists: async (name) => made.has(name) || Object.hasOwn(ASSUMED, name) || isThere(name),
    write: async (name, rows) => void made.set(name, rows),
  };
  return { ...assumed, made };
};
