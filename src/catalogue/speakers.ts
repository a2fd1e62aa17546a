import type { Tools } from '../core/index.js';
import { type Asker, keptAsker, type LlmPlace, type LlmSettings, openLlm } from '../models/index.js';

/** Language models, each opened once however many systems ask for it, so that a budget holds over all of them. */
export interface Speakers {
  asker(name: string): Promise<Asker>;
  close(): Promise<void>;
}

export interface SpeakersOptions {
  readonly settings?: LlmSettings;
  readonly env?: LlmPlace['env'];
  /** Ask again what failed before. */
  readonly retryFailed?: boolean;
}

export const speakers = (
  tools: Tools,
  { settings = {}, env = {}, retryFailed = false }: SpeakersOptions = {},
): Speakers => {
  const open = new Map<string, Promise<Asker>>();
  const opened = async (name: string): Promise<Asker> => {
    const model = await openLlm(name, settings, { env, note: (line) => tools.note(line) });
    return keptAsker(model, tools, { retryFailed, budget: settings.budget });
  };
  return {
    asker: (name) => {
      const asker = open.get(name) ?? opened(name);
      open.set(name, asker);
      return asker;
    },
    close: async () => {
      const all = await Promise.allSettled(open.values());
      for (const each of all) if (each.status === 'fulfilled') await each.value.model.close();
    },
  };
};
