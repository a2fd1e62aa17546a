import { defined, InputError } from '../../core/index.js';
import { type Measure, parseTableMeasure } from '../../evaluation/measures/index.js';
import { parseStages, printStages, type SystemText } from '../../search/pipeline/index.js';
import { ablationsOf, checkSystem, firstStageOf } from '../systems/index.js';
import { type ExperimentPlan, type PlannedRun, type RunSettings, runKey } from './expand.js';
import { readPlan, type SystemChoices } from './read-experiment.js';
import { runOrder } from './run-order.js';

/** What the caller says about a whole experiment; it wins over what the experiment's file says for all systems. */
export interface PlanChanges
  extends RunSettings,
    SystemChoices,
    Partial<Omit<ExperimentPlan, 'title' | 'measures' | 'runs'>> {
  /** The measure that tables show; the file's measures follow it. */
  readonly measure?: string;
}

/**
 * The plan of an experiment's file, every system checked before anything runs. A reranked score says little without the score
 * before: the first stage of each reranked system is part of the plan as well, once.
 */
export const planExperiment = async (file: string, changes: PlanChanges = {}): Promise<ExperimentPlan> => {
  const plan = await readPlan(file, checkSystem, changes);
  return changedPlan({ ...plan, runs: withFirstStages(plan.runs) }, changes);
};

/** The plan that runs these systems, all with the same settings. Every system is checked before anything runs. */
export const planSystems = (
  systems: readonly (string | SystemText)[],
  settings: RunSettings = {},
  measures: readonly Measure[] = [],
): ExperimentPlan => {
  const runs = systems.map((each) => {
    const stages = typeof each === 'string' ? parseStages(each) : each;
    checkSystem(stages);
    const system = printStages(stages);
    return { system, stages, name: system, settings, own: {}, label: '', folder: '' };
  });
  return { measures, runs: runOrder(runs) };
};

const changedPlan = (plan: ExperimentPlan, changes: PlanChanges): ExperimentPlan => {
  const { suite, tasks, data, measure, missing, out, topK, asPublished, generations } = changes;
  const { suite: _, tasks: __, data: ___, ...rest } = plan;
  const said: RunSettings = { ...defined({ topK, asPublished, generations }) };
  return {
    ...(suite || tasks || data ? rest : plan),
    ...(suite !== undefined ? { suite } : plan.suite !== undefined && !data && { suite: plan.suite }),
    ...defined({ tasks, data, missing, out }),
    measures: measure === undefined ? plan.measures : [parseTableMeasure(measure), ...plan.measures],
    // A setting in a system's own entry is part of what the entry is.
    runs: plan.runs.map((run) => ({ ...run, settings: { ...run.settings, ...said, ...run.own } })),
  };
};

const withFirstStages = (runs: readonly PlannedRun[]): readonly PlannedRun[] =>
  withSystems(runs, ({ stages }) => {
    const first = firstStageOf(stages);
    return first ? [first] : [];
  });

/** The plan with every system also without each of its parts. */
export const withAblations = (plan: ExperimentPlan): ExperimentPlan => {
  const without = plan.runs.flatMap(({ stages }) => ablationsOf(stages));
  if (without.length === 0)
    throw new InputError({
      found: `${plan.runs.map(({ system }) => system).join(', ')}: nothing can be left out`,
      expected: 'a system of several stages, or a fusion',
      fix: 'leave --ablate out, or name a system such as "rm3 > bm25 > bge-reranker"',
    });
  for (const each of without) checkSystem(each.without);
  return {
    ...plan,
    runs: withSystems(plan.runs, ({ stages }) => ablationsOf(stages).map((each) => each.without)),
  };
};

/** Runs, and with the settings of each the systems that it leads to, every one once. */
const withSystems = (
  runs: readonly PlannedRun[],
  more: (run: PlannedRun) => readonly SystemText[],
): readonly PlannedRun[] => {
  const found = new Map(runs.map((run) => [runKey(run), run]));
  for (const run of runs)
    for (const stages of more(run)) {
      const system = printStages(stages);
      const key = runKey({ ...run, system });
      if (!found.has(key)) found.set(key, { ...run, system, stages, name: `${system}${run.label}` });
    }
  return found.size === runs.length ? runs : runOrder([...found.values()]);
};
