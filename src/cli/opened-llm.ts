import { own, type Tools, WorkError } from '../core/index.js';
import {
  type Asker,
  type ChatModel,
  emptyPurse,
  keptAsker,
  type LlmPlace,
  type LlmSettings,
  llmServices,
  llms,
  openLlm,
} from '../models/index.js';
import { chosenLlm, type LlmFlags, llmSettings } from './llm-flags.js';

/** The language model that the flags choose, with its stored calls; whoever opens it closes the model. */
export const openAskerFor = async (
  purpose: 'work' | 'plan',
  flags: LlmFlags & { readonly retryFailed?: boolean },
  tools: Tools,
): Promise<Asker> => {
  const settings = llmSettings(flags, emptyPurse());
  const model = await openLlmFor(purpose, chosenLlm(flags), settings, tools);
  return keptAsker(model, tools, { retryFailed: flags.retryFailed ?? false, budget: settings.budget });
};

/** A plan needs neither the model's key nor its server, as nothing is sent. */
const openLlmFor = async (
  purpose: 'work' | 'plan',
  name: string,
  settings: LlmSettings,
  tools: Tools,
): Promise<ChatModel> => {
  const place: LlmPlace = { env: process.env, note: (line) => tools.note(line) };
  try {
    return await openLlm(name, settings, place);
  } catch (error) {
    const row = own(llms(), name);
    if (purpose === 'work' || !(error instanceof WorkError) || row?.ways.length === 0) throw error;
    const server = row?.ways.every(({ via }) => via === 'server') ?? false;
    return openLlm(name, { ...settings, ...(server && ANY_SERVER) }, { ...place, env: withAllKeys() });
  }
};

const ANY_SERVER: LlmSettings = { endpoints: ['http://localhost/v1'] };

/** As if every service had a key: a model is then planned for at the first service that has it. */
const withAllKeys = (): LlmPlace['env'] => ({
  ...process.env,
  ...Object.fromEntries(Object.values(llmServices()).map(({ keys }) => [keys[0], 'none'])),
});
