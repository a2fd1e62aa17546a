import { noSpending } from '../api-client/index.js';
import { own, type Tools, WorkError } from '../core/index.js';
import {
  type CachedChat,
  type ChatModel,
  cachedChat,
  type LlmContext,
  type LlmSettings,
  llmServices,
  llms,
  openLlm,
} from '../llms/index.js';
import { chosenLlm, type LlmFlags, llmSettings } from './llm-flags.js';

/** The language model that the flags choose, with its stored calls; whoever opens it closes the model. */
export const openChatFor = async (
  purpose: 'work' | 'plan',
  flags: LlmFlags & { readonly retryFailed?: boolean },
  tools: Tools,
): Promise<CachedChat> => {
  const settings = llmSettings(flags, noSpending());
  const model = await openLlmFor(purpose, chosenLlm(flags), settings, tools);
  return cachedChat(model, tools, { retryFailed: flags.retryFailed ?? false });
};

/** A plan needs neither the model's key nor its server, as nothing is sent. */
const openLlmFor = async (
  purpose: 'work' | 'plan',
  name: string,
  settings: LlmSettings,
  tools: Tools,
): Promise<ChatModel> => {
  const place: LlmContext = { env: process.env, note: (line) => tools.note(line) };
  try {
    return await openLlm(name, settings, place);
  } catch (error) {
    const entry = own(llms(), name);
    if (purpose === 'work' || !(error instanceof WorkError) || entry?.ways.length === 0) throw error;
    const server = entry?.ways.every(({ via }) => via === 'server') ?? false;
    return openLlm(name, { ...settings, ...(server && ANY_SERVER) }, { ...place, env: withAllKeys() });
  }
};

const ANY_SERVER: LlmSettings = { endpoints: ['http://localhost/v1'] };

/** As if every service had a key: a model is then planned for at the first service that has it. */
const withAllKeys = (): LlmContext['env'] => ({
  ...process.env,
  ...Object.fromEntries(Object.values(llmServices()).map(({ keys }) => [keys[0], 'none'])),
});
