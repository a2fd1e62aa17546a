import type { Tools } from '../../core/index.js';
import {
  type CachedChat,
  cachedChat,
  type LlmContext,
  type LlmSettings,
  openLlm,
} from '../../models/llms/index.js';

/** Language models, each opened once for all systems that use it, so that a budget holds over all of them. */
export interface LlmPool {
  get(name: string): Promise<CachedChat>;
  close(): Promise<void>;
}

/** Settings of a pool of language models. */
export interface LlmPoolOptions {
  readonly settings?: LlmSettings;
  readonly env?: LlmContext['env'];
  /** Ask again what failed before. */
  readonly retryFailed?: boolean;
}

/** A pool that opens each language model once and caches its calls. */
export const llmPool = (
  tools: Tools,
  { settings = {}, env = {}, retryFailed = false }: LlmPoolOptions = {},
): LlmPool => {
  const open = new Map<string, Promise<CachedChat>>();
  const opened = async (name: string): Promise<CachedChat> => {
    const model = await openLlm(name, settings, { env, note: (line) => tools.note(line) });
    return cachedChat(model, tools, { retryFailed });
  };
  return {
    get: (name) => {
      const chat = open.get(name) ?? opened(name);
      open.set(name, chat);
      return chat;
    },
    close: async () => {
      const all = await Promise.allSettled(open.values());
      for (const each of all) if (each.status === 'fulfilled') await each.value.model.close();
    },
  };
};
