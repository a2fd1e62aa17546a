import {
  type BuildContext,
  openRespondents,
  openWorkFolder,
  UndecidedItems,
} from '../../benchmarks/construction/index.js';
import { type Corpus, type EntityFinder, once, type Task, type Tools } from '../../core/index.js';
import {
  type LlmOptions,
  llmSampling,
  type ModelOptions,
  openSystemContext,
  type SystemOptions,
  system,
} from '../../experiment/systems/index.js';
import { openEntityFinder } from '../../models/entities/index.js';
import { openPrompts } from '../../models/prompts/index.js';
import { hubModelFile } from '../../models/registry/index.js';
import { noSpending } from '../../platform/api-client/index.js';
import { ensureModel, hubCache } from '../../platform/hub/index.js';
import { sayLine } from '../../platform/node/index.js';
import { openChatFor } from '../opened-llm.js';
import { undecidedLines } from './report-table.js';

export interface StepFlags extends LlmOptions, Omit<ModelOptions, keyof LlmOptions> {
  readonly work: string;
  readonly answers?: string;
  readonly prompts?: string;
  readonly overwrite?: boolean;
  readonly retryFailed?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

// Loaded late: only a repair or a release needs it.
const loadReview = () => import('../../benchmarks/review/index.js');
const reviews: Required<Pick<BuildContext, 'reviewed' | 'decidedItems'>> = {
  reviewed: async (folder) => (await loadReview()).agreementForRelease(folder),
  decidedItems: async (folder) => (await loadReview()).decisionsForRelease(folder),
};

/**
 * Opens what steps work with, as the flags say, and closes it; all models share one budget. What a step could not decide is named before its error ends
 * the call.
 */
export const withBuildContext = async (
  purpose: 'work' | 'plan',
  flags: StepFlags,
  tools: Tools,
  use: (context: BuildContext) => Promise<void>,
): Promise<void> => {
  const spending = noSpending();
  const respondents = openRespondents({
    openChat: (llm) => openChatFor(purpose, { ...flags, llm }, tools, spending),
    sampling: llmSampling(flags),
    retryFailed: flags.retryFailed ?? false,
  });
  const { close, ...models } = modelAccess(flags, tools);
  const prompts = openPrompts({ ...(flags.prompts && { folder: flags.prompts }) });
  try {
    await use({ work: openWorkFolder(flags.work), prompts, tools, respondents, ...models, ...reviews });
  } catch (error) {
    if (error instanceof UndecidedItems) for (const line of undecidedLines(error.undecided)) sayLine(line);
    throw error;
  } finally {
    await respondents.close();
    await close();
  }
};

/** What steps need of models besides respondents: retrievers by the texts of systems, and files of the hub's cache. */
interface ModelAccess extends Required<Pick<BuildContext, 'retriever' | 'hubFile' | 'entityFinder'>> {
  close(): Promise<void>;
}

/** What systems share is opened when the first is requested. */
const modelAccess = (flags: SystemOptions, tools: Tools): ModelAccess => {
  let isOpen = false;
  const open = once(() => {
    isOpen = true;
    return openSystemContext(flags, tools);
  });
  const finders = new Map<string, Promise<EntityFinder>>();
  const openFinder = (name: string) =>
    openEntityFinder(name, {
      ...{ env: process.env, tools },
      ensureModel: (wanted) => ensureModel(wanted, tools, { offline: flags.offline ?? false }),
    });
  return {
    entityFinder: (name) => {
      const finder = finders.get(name) ?? openFinder(name);
      finders.set(name, finder);
      return finder;
    },
    retriever: async (text, corpus, topK) =>
      system(text, { ...(await open()).context, task: taskOf(corpus), topK }),
    hubFile: (repository, file) => hubModelFile(hubCache(process.env), repository, file),
    close: async () => {
      for (const each of await Promise.allSettled(finders.values()))
        if (each.status === 'fulfilled') await each.value.close();
      if (isOpen) await (await open()).close();
    },
  };
};

/** Passages as a task that has neither queries nor judgements: a system is given its queries, and no judgement exists. */
const taskOf = (corpus: Corpus): Task => ({
  name: 'build',
  suite: 'build',
  revision: 'build',
  contentHash: corpus.key,
  corpus,
  queries: [],
  judgements: new Map(),
  labels: new Map(),
  statistics: async () => ({ queries: 0, documents: 0, uniqueDocuments: 0, judgements: 0, notes: [] }),
  about: {},
});
