import type { Tools } from '../core/index.js';
import { type LlmOptions, llmSettings } from '../experiment/systems/index.js';
import { type CachedChat, cachedChat, openLlm, openPlannedLlm } from '../models/llms/index.js';
import { noSpending, type Spending } from '../platform/api-client/index.js';
import { chosenLlm } from './llm-flags.js';

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
  });
  return cachedChat(model, tools, { retryFailed: flags.retryFailed ?? false });
};
