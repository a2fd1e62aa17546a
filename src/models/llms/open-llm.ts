import { counted, defined, InputError, own, type Tools, WorkError } from '../../core/index.js';
import { noBatchApi, requestsInBatches } from '../../platform/api-client/index.js';
import { ggufRuntime } from '../gguf/index.js';
import { type ChatModel, type ChatSettings, openChat, type Price } from './chat/index.js';
import { ggufFile, llmServices, llms } from './llm-entries.js';
import { openGgufLlm } from './open-gguf-llm.js';
import { type LlmContext, type LlmSettings, resolveLlm } from './resolve-llm.js';

/**
 * Opens a language model by its name: an entry of `data/llms.json`, `served:URL#model` (any server that speaks the OpenAI API),
 * `SERVICE:model`, or `gguf:FILE`. Nothing is sent before the first call; the caller closes it.
 */
export const openLlm = async (
  name: string,
  settings: LlmSettings,
  context: LlmContext,
): Promise<ChatModel> => {
  const file = ggufFile(name);
  if (file !== undefined) {
    await ggufRuntime();
    return openGguf(file, settings, context);
  }
  const chosen = llmChatSettings(name, settings, context);
  if (context.items && !chosen.batchItems && !chosen.endpoints && chosen.home)
    await noteWaiting(chosen.home, context.items, context);
  return openChat(chosen);
};

const openGguf = (file: string, settings: LlmSettings, context: LlmContext): Promise<ChatModel> =>
  openGgufLlm(file, settings, settings.prices && priceGiven(settings.prices, context));

/** Calls that wait in batches of earlier commands are made, and paid for, again by one that does not take them up. */
const noteWaiting = async (
  home: string,
  items: Tools['items'],
  { note, clock }: LlmContext,
): Promise<void> => {
  const waiting = await requestsInBatches(home, items, clock?.date() ?? Date.now());
  if (waiting > 0)
    note(`${counted(waiting, 'call')} of earlier commands wait in batches: --batch-api takes them up`);
};

/** What a name and a user's settings come to, without a connection. */
export const llmChatSettings = (name: string, settings: LlmSettings, context: LlmContext): ChatSettings => {
  const { price: known, ...reached } = resolveLlm(name, settings, context);
  const { prices, concurrency, budget, timeoutMs, stream, batchApi } = settings;
  if (batchApi && reached.endpoints) throw noBatchApi(reached.name, reached.endpoints[0]!);
  const price = prices ? priceGiven(prices, context) : known;
  if (budget?.usd === undefined && budget?.totalUsd === undefined && !price && !reached.endpoints)
    context.note(`${reached.name}: no price is known for ${reached.model}, so costs are not counted`);
  return {
    ...reached,
    model: settings.model ?? reached.model,
    reasoning: settings.reasoning ?? reached.reasoning,
    sampling: { ...reached.sampling, ...settings.sampling },
    ...defined({ price, concurrency, budget, timeoutMs, stream, clock: context.clock }),
    ...(batchApi && { batchItems: mustHaveItems(context) }),
    env: context.env,
    note: context.note,
  };
};

const mustHaveItems = ({ items }: LlmContext): Tools['items'] => {
  if (items) return items;
  throw new InputError({
    found: 'batches without a place to remember them',
    expected: "`items` among what of this machine the model may use, such as nodeTools()'s",
    fix: 'give it tools: nodeTools()',
  });
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
  const file = ggufFile(name);
  if (file !== undefined) return openGguf(file, settings, context);
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
