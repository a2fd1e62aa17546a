import type { Settings } from '../../../core/index.js';
import type { ReasoningStyle } from '../../../models/llms/index.js';
import type { Prompts } from '../../../models/prompts/index.js';
import type { MethodContext } from '../named-method.js';

/** What every generation method needs. */
export interface MethodSetting {
  readonly prompts: Prompts;
  /** The name of the task, which decides the wording. */
  readonly task: string;
  /** Where the answer begins in the model's output; decides whether its thoughts are part of the raw text. */
  readonly reasoning?: ReasoningStyle;
}

/** What every method takes from its context. */
export const methodSetting = ({ prompts, task, model }: MethodContext<Settings>): MethodSetting => ({
  prompts,
  task: task.name,
  reasoning: model.reasoning,
});
