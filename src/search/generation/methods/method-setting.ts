import type { Query, Settings } from '../../../core/index.js';
import type { Message, ReasoningStyle } from '../../../models/llms/index.js';
import type { Prompts } from '../../../models/prompts/index.js';
import type { OpenGenerationMethod } from '../generation-method.js';
import type { MethodContext } from '../named-method.js';
import { wrote } from '../wrote.js';

/** What every generation method needs. */
export interface MethodSetting {
  readonly prompts: Prompts;
  /** The name of the task, which decides the wording. */
  readonly task: string;
  /** Where the answer begins in the model's output; decides whether its thoughts are part of the raw text. */
  readonly reasoning?: ReasoningStyle;
}

export const methodSetting = ({ prompts, task, model }: MethodContext<Settings>): MethodSetting => ({
  prompts,
  task: task.name,
  reasoning: model.reasoning,
});

/** Writing that asks once, in words known beforehand; the reply is the text. */
export const oneCall = (
  messagesOf: (query: Query) => readonly Message[],
  reasoning: ReasoningStyle = 'auto',
): OpenGenerationMethod => ({
  write: async (query, ask) => {
    const { raw, step } = wrote(await ask(messagesOf(query)), reasoning);
    return { texts: [raw], trace: [step] };
  },
  expected: (query) => ({ known: [{ messages: messagesOf(query) }], further: 0, furtherTokensIn: 0 }),
});
