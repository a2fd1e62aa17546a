import type { ChatModel, Price } from '../chat/chat.js';
import { type ChatSettings, openChat } from '../chat/index.js';
import type { LlmContext, LlmSettings } from './llm-choice.js';
import { resolveLlm } from './resolve-llm.js';

/**
 * Opens a language model by its name: an entry of `data/llms.json`, `served:URL#model` (any server that speaks the OpenAI API),
 * or `SERVICE:model`. Nothing is sent before the first call; the caller closes it.
 */
export const openLlm = async (name: string, settings: LlmSettings, context: LlmContext): Promise<ChatModel> =>
  openChat(llmChatSettings(name, settings, context));

/** What a name and a user's settings come to, without a connection. */
export const llmChatSettings = (name: string, settings: LlmSettings, context: LlmContext): ChatSettings => {
  const { price: known, ...reached } = resolveLlm(name, settings, context);
  const price = settings.prices ? priceGiven(settings.prices, context) : known;
  const { usd, totalUsd } = settings.budget ?? {};
  if (usd === undefined && totalUsd === undefined && !price && !reached.endpoints)
    context.note(`${reached.name}: no price is known for ${reached.model}, so costs are not counted`);
  return {
    ...reached,
    model: settings.model ?? reached.model,
    reasoning: settings.reasoning ?? reached.reasoning,
    sampling: { ...reached.sampling, ...settings.sampling },
    ...(price && { price }),
    ...(settings.concurrency && { concurrency: settings.concurrency }),
    ...(settings.budget && { budget: settings.budget }),
    ...(settings.timeoutMs && { timeoutMs: settings.timeoutMs }),
    ...(settings.stream !== undefined && { stream: settings.stream }),
    env: context.env,
    note: context.note,
    ...(context.clock && { clock: context.clock }),
  };
};

const priceGiven = (
  { in: usdPerMillionIn, out: usdPerMillionOut }: { in: number; out: number },
  context: LlmContext,
): Price => ({
  usdPerMillionIn,
  usdPerMillionOut,
  at: new Date(context.clock?.date() ?? Date.now()).toISOString().slice(0, 10),
});
