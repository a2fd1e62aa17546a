import { noSpending, type Spending } from '../api-client/index.js';
import type { Tools } from '../core/index.js';
import { openPrompts } from '../prompts/index.js';
import { llmPool, type SystemContext, scorerPool } from '../systems/index.js';
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
}

/**
 * Runs work with the context of a command, which every verb that builds systems gets from here, and closes the models that its systems
 * shared. They spend from one budget: it is not multiplied by tasks and systems.
 */
export const withSystemContext = async <T>(
  flags: SystemContextFlags,
  tools: Tools,
  work: (context: Omit<SystemContext, 'task'>) => Promise<T>,
): Promise<T> => {
  const spending = noSpending();
  const llms = llmPool(tools, {
    settings: llmSettings(flags, spending),
    env: process.env,
    retryFailed: flags.retryFailed ?? false,
  });
  const pool = scorerPool();
  try {
    return await work({ ...(await systemContext(flags, tools, spending)), llmPool: llms, scorerPool: pool });
  } finally {
    await pool.close();
    await llms.close();
  }
};

/** What flags say of the systems of a command; it opens no models. */
export const systemContext = async (
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
