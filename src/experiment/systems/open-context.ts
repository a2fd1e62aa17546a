import { defined, type Tools } from '../../core/index.js';
import { openPrompts } from '../../models/prompts/index.js';
import { noSpending, type Spending } from '../../platform/api-client/index.js';
import { openEngine } from '../../search/engines/index.js';
import { type NamedCorpus, openCorpus } from '../../tasks/index.js';
import {
  budgetOf,
  type LlmOptions,
  llmSettings,
  type ModelOptions,
  modelFetcher,
  modelSettings,
} from './model-options.js';
import { llmPool, scorerPool } from './model-pools.js';
import type { SystemContext } from './system-context.js';

/** Everything that says how systems are built besides their texts, by the names of the flags of `r2med run`. */
export interface SystemOptions extends ModelOptions, LlmOptions, Pick<SystemContext, 'methodSettings'> {
  /** Folder of custom prompt templates; they override the package's. */
  readonly prompts?: string;
  /** Folder with a corpus.jsonl that search agents search; the task's own corpus by default. */
  readonly agentCorpus?: string;
  readonly rerankerEndpoint?: readonly string[];
  readonly rerankerFolder?: string;
  /** Texts per query. */
  readonly samples?: number;
  readonly textMode?: 'together' | 'each';
  /** Repeat calls that failed before. */
  readonly retryFailed?: boolean;
  /** `opensearch:URL` or `postgres:URL`. */
  readonly engine?: string;
}

/** What systems are built with, and what closes the models that they share. */
export interface OpenContext {
  readonly context: Omit<SystemContext, 'task'>;
  readonly spending: Spending;
  close(): Promise<void>;
}

/** Opens what all systems of a call share: their models and one budget, which is not multiplied by tasks and systems. */
export const openSystemContext = async (
  options: SystemOptions,
  tools: Tools,
  env: NonNullable<SystemContext['env']> = process.env,
): Promise<OpenContext> => {
  const spending = noSpending();
  const llms = llmPool(tools, {
    settings: llmSettings(options, spending),
    env,
    retryFailed: options.retryFailed ?? false,
  });
  const scorers = scorerPool();
  const settings = await settingsOf(options, tools, spending);
  const engine = options.engine ? await openEngine(options.engine, env, tools) : undefined;
  return {
    context: {
      ...settings,
      env,
      llmPool: llms,
      scorerPool: scorers,
      ...defined({ engine }),
    },
    spending,
    close: async () => {
      await engine?.close();
      await scorers.close();
      await llms.close();
    },
  };
};

/** Runs work with what its systems share, and closes that at the end. */
export const withSystemContext = async <T>(
  options: SystemOptions,
  tools: Tools,
  work: (context: OpenContext['context'], spending: Spending) => Promise<T>,
): Promise<T> => {
  const { context, spending, close } = await openSystemContext(options, tools);
  try {
    return await work(context, spending);
  } finally {
    await close();
  }
};

/** The corpus of `agentCorpus`, if it is another than the task's. */
export const openAgentCorpus = async (agentCorpus?: string): Promise<{ readonly corpus?: NamedCorpus }> =>
  agentCorpus && agentCorpus !== 'task' ? { corpus: await openCorpus(agentCorpus) } : {};

/** The part of a context that opens no models. */
const settingsOf = async (
  options: SystemOptions,
  tools: Tools,
  spending: Spending,
): Promise<OpenContext['context']> => {
  const { methodSettings, precision, concurrency, threads, samples, reasoning } = options;
  return {
    model: modelSettings(options, spending),
    tools,
    ensureModel: modelFetcher(options, tools),
    methodSettings: { ...methodSettings, ...(await openAgentCorpus(options.agentCorpus)) },
    reranker: defined({
      endpoints: options.rerankerEndpoint,
      folder: options.rerankerFolder || undefined,
      precision,
      concurrency,
      threads,
      budget: budgetOf(options, spending),
    }),
    ...(options.prompts && { prompts: openPrompts({ folder: options.prompts }) }),
    ...defined({
      samples,
      searches: options.textMode,
      reasoning,
      saveVectors: options.saveVectors || undefined,
    }),
  };
};
