import { defined, filePrecision, type Precision, type Tools } from '../../core/index.js';
import type { ModelSettings } from '../../models/embedders/index.js';
import type { LlmSettings, ReasoningStyle, Sampling } from '../../models/llms/index.js';
import { openPrompts } from '../../models/prompts/index.js';
import { type Budget, noSpending, type Spending } from '../../platform/api-client/index.js';
import { ensureModel, type WantedModel } from '../../platform/hub/index.js';
import { openEngine } from '../../search/engines/index.js';
import { type NamedCorpus, openCorpus } from '../../tasks/index.js';
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
  /** Seconds for one answer of the engine. */
  readonly engineTimeout?: number;
  readonly engineSample?: number;
}

/** What systems are built with, and what closes the models that they share. */
interface OpenContext {
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
  const limits = defined({ timeoutSeconds: options.engineTimeout, sample: options.engineSample });
  const engine = options.engine ? await openEngine(options.engine, env, tools, limits) : undefined;
  return {
    context: { ...settings, env, llmPool: llms, scorerPool: scorers, ...defined({ engine }) },
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
      ...inPython(options),
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

/** What may be spent by one call. */
interface BudgetOptions {
  /** US dollars. */
  readonly budget?: number;
  readonly budgetTokens?: number;
  /** The same, counting also all cached calls of the LLM. */
  readonly budgetTotal?: number;
  readonly budgetTotalTokens?: number;
  /** Calls of services go in batches, which cost less and take up to a day. */
  readonly batchApi?: boolean;
}

/** How embedding models and rerankers are reached and run. */
export interface ModelOptions extends BudgetOptions {
  /** Base URLs of OpenAI-compatible servers. */
  readonly endpoint?: readonly string[];
  /** Folder with the model's ONNX files; the hub cache by default. */
  readonly modelFolder?: string;
  readonly python?: string;
  readonly pythonLibrary?: string;
  readonly queryPrompt?: string;
  readonly documentPrompt?: string;
  readonly promptName?: string;
  /** GPUs that run models in Python, one process each. */
  readonly devices?: readonly string[];
  readonly precision?: Precision;
  readonly concurrency?: number;
  readonly threads?: number;
  readonly offline?: boolean;
  /** Folder that dense vectors are written to as `.npy` files as well. */
  readonly saveVectors?: string;
}

/** How language models are reached and sample. */
export interface LlmOptions extends BudgetOptions {
  readonly llm?: string;
  readonly llmEndpoint?: readonly string[];
  readonly llmModel?: string;
  readonly reasoning?: ReasoningStyle;
  readonly temperature?: number;
  readonly topP?: number;
  readonly maxTokens?: number;
  readonly seed?: number;
  readonly concurrency?: number;
  /** Of a model in this process. */
  readonly threads?: number;
  /** US dollars per million tokens. */
  readonly price?: { readonly in: number; readonly out: number };
  readonly stream?: boolean;
  /** In seconds. */
  readonly timeout?: number;
}

/** Fetches a hub model when a system needs it. */
const modelFetcher =
  ({ offline = false, precision, python }: ModelOptions, tools: Tools) =>
  (wanted: WantedModel): Promise<string> =>
    ensureModel(wanted, tools, {
      offline,
      ...defined({ precision: python ? undefined : filePrecision(precision) }),
    });

const inPython = ({ python, pythonLibrary, devices }: ModelOptions) => ({
  python: python || undefined,
  pythonLibrary: pythonLibrary || undefined,
  devices,
});

export const modelSettings = (options: ModelOptions, spending?: Spending): ModelSettings => {
  const { endpoint: endpoints, modelFolder, precision, concurrency, threads, batchApi } = options;
  const { queryPrompt, documentPrompt, promptName } = options;
  return defined({
    endpoints,
    folder: modelFolder || undefined,
    ...inPython(options),
    precision,
    concurrency,
    threads,
    batchApi,
    queryPrompt,
    documentPrompt,
    promptName: promptName || undefined,
    budget: budgetOf(options, spending),
  });
};

export const llmSampling = ({ temperature, topP, maxTokens, seed }: LlmOptions): Sampling =>
  defined({ temperature, topP, maxTokens, seed });

export const llmSettings = (options: LlmOptions, spending?: Spending): LlmSettings => {
  const { llmEndpoint, llmModel, reasoning, concurrency, threads, price, stream, timeout, batchApi } =
    options;
  return {
    ...defined({ endpoints: llmEndpoint, model: llmModel || undefined, reasoning }),
    sampling: llmSampling(options),
    ...defined({ concurrency, threads, budget: budgetOf(options, spending), prices: price, batchApi }),
    ...(stream === false && { stream }),
    ...(timeout && { timeoutMs: timeout * 1000 }),
  };
};

/** The budget of a whole call, which all models with the same `spending` share. */
export const budgetOf = (options: BudgetOptions, spending?: Spending): Budget | undefined => {
  const {
    budget: usd,
    budgetTokens: tokens,
    budgetTotal: totalUsd,
    budgetTotalTokens: totalTokens,
  } = options;
  const limits = defined({ usd, tokens, totalUsd, totalTokens });
  return Object.keys(limits).length > 0 ? { ...limits, ...defined({ spending }) } : undefined;
};
