import type { Command } from 'commander';
import { printableLine, withoutSecrets } from '../core/index.js';
import { parseMeasure } from '../evaluation/index.js';
import {
  type ExperimentPlan,
  type PlannedRun,
  type RunSettings,
  readPlan,
  runOrder,
} from '../experiment/index.js';
import { printStages } from '../pipeline/index.js';
import { checkSystem, firstStageOf } from '../systems/index.js';
import type { TaskFlags } from './chosen-tasks.js';

/** What the command line may say about an experiment; only what was really said. */
export interface ExperimentFlags extends TaskFlags, RunSettings {
  readonly measure?: string;
  readonly missing?: 'zero' | 'skip';
  readonly out?: string;
}

/** The flags that a user gave, without the defaults of those that were not. */
export const givenFlags = <Flags extends object>(flags: Flags, command: Command): Partial<Flags> =>
  Object.fromEntries(
    Object.entries(flags).filter(([name]) => command.getOptionValueSource(name) === 'cli'),
  ) as Partial<Flags>;

/** The plan of an experiment's file; what the command line says wins over what the file says for all systems. */
export const planOf = async (file: string, given: ExperimentFlags = {}): Promise<ExperimentPlan> => {
  const plan = await readPlan(file, checkSystem);
  const { suite, task, data, measure, missing, out, topK, asPublished, generations } = given;
  const { suite: _, tasks: __, data: ___, ...rest } = plan;
  const said: RunSettings = {
    ...(topK !== undefined && { topK }),
    ...(asPublished !== undefined && { asPublished }),
    ...(generations !== undefined && { generations }),
  };
  return {
    ...(suite || task || data ? rest : plan),
    ...(suite !== undefined ? { suite } : plan.suite !== undefined && !data && { suite: plan.suite }),
    ...(task && { tasks: task }),
    ...(data && { data }),
    ...(missing && { missing }),
    ...(out !== undefined && { out }),
    measures: measure === undefined ? plan.measures : [parseMeasure(measure), ...plan.measures],
    // A setting in a system's own row is part of what the row is.
    runs: withFirstStages(plan.runs).map((run) => ({
      ...run,
      settings: { ...run.settings, ...said, ...run.own },
    })),
  };
};

/** A reranked score says little without the score before: what a reranker starts from is run as well, once. */
const withFirstStages = (runs: readonly PlannedRun[]): readonly PlannedRun[] => {
  const found = new Map(runs.map((run) => [`${run.folder}\n${run.system}`, run]));
  for (const run of runs) {
    const stages = firstStageOf(run.stages);
    if (!stages) continue;
    const system = printStages(stages);
    const key = `${run.folder}\n${system}`;
    if (!found.has(key)) found.set(key, { ...run, system, stages, name: `${system}${run.label}` });
  }
  return found.size === runs.length ? runs : runOrder([...found.values()]);
};

/** What `--suite`, `--task` and `--data` would have said. */
export const taskFlagsOf = ({ suite, tasks, data }: ExperimentPlan): TaskFlags => ({
  ...(suite !== undefined && { suite }),
  ...(tasks && { task: tasks }),
  ...(data && { data }),
});

/** What would run, a line each, in order; for `--dry-run`. */
export const planLines = (runs: readonly PlannedRun[], tasks: readonly string[]): readonly string[] =>
  tasks.flatMap((task) =>
    runs.map(({ name, system }) => {
      const shown = withoutSecrets(name === system ? name : `${name} = ${system}`);
      return printableLine(`${task}: ${shown}`);
    }),
  );
