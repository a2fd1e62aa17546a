import { own, type Tools, WorkError } from '../core/index.js';
import {
  type ChatModel,
  type LlmPlace,
  type LlmSettings,
  llmServices,
  llms,
  openLlm,
} from '../models/index.js';
import { chosenLlm, type LlmFlags, llmSettings } from './llm-flags.js';

/** Opens the language model that the flags choose. A plan needs neither its key nor its server, as nothing is sent. */
export const openLlmFor = async (
  purpose: 'work' | 'plan',
  flags: LlmFlags,
  tools: Tools,
): Promise<ChatModel> => {
  const name = chosenLlm(flags);
  const settings = llmSettings(flags);
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
