import { type SystemText, systemsIn } from './expression.js';

/** The text of every stage of a system, those of systems within it too, each once. */
export const stagesOf = (system: SystemText): readonly string[] => [...new Set(allStages(system))];

const allStages = (system: SystemText): readonly string[] =>
  system.flatMap((stage) => [stage.text, ...systemsIn(stage).flatMap(allStages)]);

/**
 * How often each stage is requested when these systems are built in sequence, and a stage that is requested again is not
 * built again: stages within another (as in a fusion) are then requested once, with the first that holds them.
 * An LLM counts as a stage too, which does no harm: it is never requested.
 */
export const stageUses = (systems: readonly SystemText[]): ReadonlyMap<string, number> => {
  const uses = new Map<string, number>();
  const count = (stages: SystemText): void => {
    for (const stage of stages) {
      const { text } = stage;
      const earlier = uses.get(text) ?? 0;
      uses.set(text, earlier + 1);
      if (earlier === 0) for (const inner of systemsIn(stage)) count(inner);
    }
  };
  for (const system of systems) count(system);
  return uses;
};
