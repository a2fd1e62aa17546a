import { canonicalJson, type JsonObject, type Tools } from '../../core/index.js';
import {
  type CachedChat,
  cachedChat,
  type LlmContext,
  type LlmSettings,
  openLlm,
  openPlannedLlm,
} from '../../models/llms/index.js';
import { type OpenReranker, openReranker } from '../../models/scorers/index.js';

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
  const pool = new Map<string, Promise<CachedChat>>();
  const opened = async (name: string): Promise<CachedChat> => {
    const context = { env, note: (line: string) => tools.note(line), items: tools.items };
    // What is cached needs no key.
    const open = tools.cachedOnly ? openPlannedLlm : openLlm;
    const model = await open(name, settings, context);
    return cachedChat(model, tools, { retryFailed });
  };
  return {
    get: (name) => {
      const chat = pool.get(name) ?? opened(name);
      pool.set(name, chat);
      return chat;
    },
    close: async () => {
      const all = await Promise.allSettled(pool.values());
      for (const each of all) if (each.status === 'fulfilled') await each.value.model.close();
    },
  };
};

/** Models that score pairs, each opened once for all stages that use it: the same at several depths, or on several tasks. */
export interface ScorerPool {
  /** The caller closes its scorer. */
  readonly open: typeof openReranker;
  close(): Promise<void>;
}

interface Held {
  readonly opened: Promise<OpenReranker>;
  users: number;
}

/** A model that is not in use stays open for the next stage, until another model is opened. */
export const scorerPool = (open: typeof openReranker = openReranker): ScorerPool => {
  const held = new Map<string, Held>();
  const letGo = async (which: (each: Held) => boolean): Promise<void> => {
    for (const [key, each] of [...held]) {
      if (!which(each)) continue;
      held.delete(key);
      await (await each.opened).scorer.close();
    }
  };
  return {
    open: async (name, settings, place) => {
      // A budget is one for all, and what is left of it no part of what a model is.
      const { budget: _, ...kind } = settings;
      const key = canonicalJson([name, { ...kind } as JsonObject, place.asPublished]);
      if (!held.has(key)) await letGo(({ users }) => users === 0);
      const own = held.get(key) ?? { opened: open(name, settings, place), users: 0 };
      held.set(key, own);
      own.users += 1;
      try {
        return handle(await own.opened, () => {
          own.users -= 1;
        });
      } catch (error) {
        // The next caller tries again.
        held.delete(key);
        throw error;
      }
    },
    close: () => letGo(() => true),
  };
};

const handle = ({ name, scorer }: OpenReranker, release: () => void): OpenReranker => {
  let closed = false;
  return {
    name,
    scorer: {
      ...scorer,
      close: async () => {
        if (!closed) release();
        closed = true;
      },
    },
  };
};
