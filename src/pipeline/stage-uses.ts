import { parseStages, printStage, type StageText, systemsIn } from './expression.js';

/** The text of every stage of a system, those of systems within it too, each once. */
export const stagesOf = (expression: string): readonly string[] => [
  ...new Set(allStages(parseStages(expression))),
];

const allStages = (stages: readonly StageText[]): readonly string[] =>
  stages.flatMap((stage) => [printStage(stage), ...systemsIn(stage).flatMap(allStages)]);

/**
 * How often each stage is asked for when these systems are built one after the other, and a stage that is asked for
 * again is not built again: stages within another (as in a fusion) are then asked for once, with the first that holds them.
 * A language model counts as a stage too, which does no harm: nobody asks for it.
 */
export const stageUses = (expressions: readonly string[]): ReadonlyMap<string, number> => {
  const uses = new Map<string, number>();
  const count = (stages: readonly StageText[]): void => {
    for (const stage of stages) {
      const text = printStage(stage);
      const earlier = uses.get(text) ?? 0;
      uses.set(text, earlier + 1);
      if (earlier === 0) for (const inner of systemsIn(stage)) count(inner);
    }
  };
  for (const expression of expressions) count(parseStages(expression));
  return uses;
};
