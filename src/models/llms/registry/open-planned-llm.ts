import { own, WorkError } from '../../../core/index.js';
import type { ChatModel } from '../chat/index.js';
import type { LlmContext, LlmSettings } from './llm-choice.js';
import { llmServices, llms } from './llm-entries.js';
import { openLlm } from './open-llm.js';

/** Opens a language model that is only planned for: nothing is sent, so neither its key nor its server is needed. */
export const openPlannedLlm = async (
  name: string,
  settings: LlmSettings,
  context: LlmContext,
): Promise<ChatModel> => {
  try {
    return await openLlm(name, settings, context);
  } catch (error) {
    const entry = own(llms(), name);
    if (!(error instanceof WorkError) || entry?.ways.length === 0) throw error;
    const server = entry?.ways.every(({ via }) => via === 'server') ?? false;
    return openLlm(name, { ...settings, ...(server && ANY_SERVER) }, withAllKeys(context));
  }
};

const ANY_SERVER: LlmSettings = { endpoints: ['http://localhost/v1'] };

/** As if every service had a key: a model is then planned for at the first service that has it. */
const withAllKeys = (context: LlmContext): LlmContext => ({
  ...context,
  env: {
    ...context.env,
    ...Object.fromEntries(Object.values(llmServices()).map(({ keys }) => [keys[0], 'none'])),
  },
});
