import { parseStages, printStage, type StageText } from './expression.js';

/** The text of every stage of a system, those of systems within it too, each once. */
export const stagesOf = (expression: string): readonly string[] => [
  ...new Set(
    parseStages(expression).flatMap((stage) => [printStage(stage), ...within(stage).flatMap(stagesOf)]),
  ),
];

/**
 * How often each stage is asked for when these systems are built one after the other, and a stage that is asked for
 * again is not built again: stages within another (as in a fusion) are then asked for once, with the first that holds them.
 */
export const stageUses = (expressions: readonly string[]): ReadonlyMap<string, number> => {
  const uses = new Map<string, number>();
  const count = (expression: string): void => {
    for (const stage of parseStages(expression)) {
      const text = printStage(stage);
      const earlier = uses.get(text) ?? 0;
      uses.set(text, earlier + 1);
      if (earlier === 0) for (const inner of within(stage)) count(inner);
    }
  };
  for (const expression of expressions) count(expression);
  return uses;
};

/**
 * Settings of a stage that are systems themselves. A name such as that of a language model reads like a system of one
 * stage; counting it does no harm, since nobody asks for it.
 */
const within = ({ values }: StageText): readonly string[] => values.filter(isSystem);

const isSystem = (value: string): boolean => {
  try {
    return parseStages(value).length > 0;
  } catch {
    return false;
  }
};
