import { defined, own, WorkError } from '../../core/index.js';
import { type ChatModel, type ChatSettings, openChat, type Price } from './chat/index.js';
import { llmServices, llms } from './llm-entries.js';
import { type LlmContext, type LlmSettings, resolveLlm } from './resolve-llm.js';

/**
 * Opens a language model by its name: an entry of `data/llms.json`, `served:URL#model` (any server that speaks the OpenAI API),
 * or `SERVICE:model`. Nothing is sent before the first call; the caller closes it.
 */
export const openLlm = async (name: string, settings: LlmSettings, context: LlmContext): Promise<ChatModel> =>
  openChat(llmChatSettings(name, settings, context));

/** What a name and a user's settings come to, without a connection. */
export const llmChatSettings = (name: string, settings: LlmSettings, context: LlmContext): ChatSettings => {
  const { price: known, ...reached } = resolveLlm(name, settings, context);
  const { prices, concurrency, budget, timeoutMs, stream } = settings;
  const price = prices ? priceGiven(prices, context) : known;
  if (budget?.usd === undefined && budget?.totalUsd === undefined && !price && !reached.endpoints)
    context.note(`${reached.name}: no price is known for ${reached.model}, so costs are not counted`);
  return {
    ...reached,
    model: settings.model ?? reached.model,
    reasoning: settings.reasoning ?? reached.reasoning,
    sampling: { ...reached.sampling, ...settings.sampling },
    ...defined({ price, concurrency, budget, timeoutMs, stream, clock: context.clock }),
    env: context.env,
    note: context.note,
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
