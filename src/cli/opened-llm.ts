import { InputError, type Tools } from '../core/index.js';
import { type LlmOptions, llmSettings } from '../experiment/systems/index.js';
import { type CachedChat, cachedChat, openLlm, openPlannedLlm } from '../models/llms/index.js';
import { noSpending, type Spending } from '../platform/api-client/index.js';

/** The language model that the flags choose, with its stored calls; the caller closes the model. Models with the same `spending` share a budget. */
export const openChatFor = async (
  purpose: 'work' | 'plan',
  flags: LlmOptions & { readonly retryFailed?: boolean },
  tools: Tools,
  spending: Spending = noSpending(),
): Promise<CachedChat> => {
  const settings = llmSettings(flags, spending);
  const open = purpose === 'plan' ? openPlannedLlm : openLlm;
  const model = await open(chosenLlm(flags), settings, {
    env: process.env,
    note: (line) => tools.note(line),
    items: tools.items,
  });
  return cachedChat(model, tools, { retryFailed: flags.retryFailed ?? false });
};

/** The model that was named; one that only a server knows goes by its id there. */
export const chosenLlm = ({ llm, llmEndpoint, llmModel }: LlmOptions): string => {
  if (llm) return llm;
  if (llmEndpoint && llmModel) return `served:${llmEndpoint.join(',')}#${llmModel}`;
  throw new InputError({
    found: 'no LLM',
    fix: 'add --llm gpt4, --llm gguf:FILE, or --llm-endpoint http://localhost:8000/v1 --llm-model my-model',
  });
};
