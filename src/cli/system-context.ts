import { noSpending, type Spending } from '../api-client/index.js';
import type { Tools } from '../core/index.js';
import type { ReasoningStyle } from '../llms/index.js';
import { openPrompts } from '../prompts/index.js';
import type { SystemContext } from '../systems/index.js';
import { budgetOf, type ModelFlags, modelFetcher, modelSettings } from './model-flags.js';
import { type WriterFlags, writerSettings } from './writer-flags.js';

/** Every flag that says how a system is built; a verb has those that its systems need. */
export interface SystemContextFlags extends ModelFlags, WriterFlags {
  readonly rerankerEndpoint?: readonly string[];
  readonly rerankerFolder?: string;
  readonly samples?: number;
  readonly textMode?: 'together' | 'each';
  readonly reasoning?: ReasoningStyle;
}

/** What all systems of a command are built with. They spend from one purse: a budget is not multiplied by tasks and systems. */
export const systemContext = async (
  flags: SystemContextFlags,
  tools: Tools,
  spending: Spending = noSpending(),
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
