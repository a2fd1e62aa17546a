import type { Tools } from '../core/index.js';
import { llmPool, type SystemContext, scorerPool } from '../experiment/systems/index.js';
import { openPrompts } from '../models/prompts/index.js';
import { noSpending, type Spending } from '../platform/api-client/index.js';
import { type Engine, openEngine } from '../search/engines/index.js';
import { type LlmFlags, llmSettings } from './llm-flags.js';
import { budgetOf, type ModelFlags, modelFetcher, modelSettings } from './model-flags.js';
import { type WriterFlags, writerSettings } from './writer-flags.js';

/** Every flag that says how a system is built; a verb has those that its systems need. */
export interface SystemContextFlags extends ModelFlags, WriterFlags, Omit<LlmFlags, keyof ModelFlags> {
  readonly rerankerEndpoint?: readonly string[];
  readonly rerankerFolder?: string;
  readonly samples?: number;
  readonly textMode?: 'together' | 'each';
  readonly retryFailed?: boolean;
  readonly engine?: string;
}

/** The context of a command's systems, and what closes the models that they share. */
export interface OpenContext {
  readonly context: Omit<SystemContext, 'task'>;
  readonly spending: Spending;
  close(): Promise<void>;
}

/**
 * What every verb that builds systems builds them with. They share their models and spend from one budget: it is not multiplied by
 * tasks and systems.
 */
export const openSystemContext = async (flags: SystemContextFlags, tools: Tools): Promise<OpenContext> => {
  const spending = noSpending();
  const llms = llmPool(tools, {
    settings: llmSettings(flags, spending),
    env: process.env,
    retryFailed: flags.retryFailed ?? false,
  });
  const scorers = scorerPool();
  const settings = await settingsOf(flags, tools, spending);
  const engine: Engine | undefined = flags.engine
    ? await openEngine(flags.engine, process.env, tools)
    : undefined;
  return {
    context: { ...settings, llmPool: llms, scorerPool: scorers, ...(engine && { engine }) },
    spending,
    close: async () => {
      await engine?.close();
      await scorers.close();
      await llms.close();
    },
  };
};

/** Runs work with the context of a command, and closes the models at the end. */
export const withSystemContext = async <T>(
  flags: SystemContextFlags,
  tools: Tools,
  work: (context: Omit<SystemContext, 'task'>, spending: Spending) => Promise<T>,
): Promise<T> => {
  const { context, spending, close } = await openSystemContext(flags, tools);
  try {
    return await work(context, spending);
  } finally {
    await close();
  }
};

/** What flags say of the systems of a command; it opens no models. */
const settingsOf = async (
  flags: SystemContextFlags,
  tools: Tools,
  spending: Spending,
): Promise<Omit<SystemContext, 'task'>> => ({
  model: modelSettings(flags, spending),
  env: process.env,
  tools,
  ensureModel: modelFetcher(flags, tools),
  methodSettings: await writerSettings(flags),
  reranker: {
    ...(flags.rerankerEndpoint && { endpoints: flags.rerankerEndpoint }),
    ...(flags.rerankerFolder && { folder: flags.rerankerFolder }),
    ...(flags.precision && { precision: flags.precision }),
    ...(flags.concurrency && { concurrency: flags.concurrency }),
    ...(flags.threads && { threads: flags.threads }),
    ...budgetOf(flags, spending),
  },
  ...(flags.prompts && { prompts: openPrompts({ folder: flags.prompts }) }),
  ...(flags.samples && { samples: flags.samples }),
  ...(flags.textMode && { searches: flags.textMode }),
  ...(flags.reasoning && { reasoning: flags.reasoning }),
  ...(flags.saveVectors && { saveVectors: flags.saveVectors }),
});
