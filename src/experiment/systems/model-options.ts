import { defined, type Precision, type Tools } from '../../core/index.js';
import type { ModelSettings } from '../../models/embedders/index.js';
import type { LlmSettings, ReasoningStyle, Sampling } from '../../models/llms/index.js';
import type { Budget, Spending } from '../../platform/api-client/index.js';
import type { WantedModel } from '../../platform/hub/index.js';
import { ensureModel } from '../../platform/hub/index.js';

/** What may be spent by one call. */
export interface BudgetOptions {
  /** US dollars. */
  readonly budget?: number;
  readonly budgetTokens?: number;
  /** The same, counting also all cached calls of the LLM. */
  readonly budgetTotal?: number;
  readonly budgetTotalTokens?: number;
}

/** How embedding models and rerankers are reached and run. */
export interface ModelOptions extends BudgetOptions {
  /** Base URLs of OpenAI-compatible servers. */
  readonly endpoint?: readonly string[];
  /** Folder with the model's ONNX files; the hub cache by default. */
  readonly modelFolder?: string;
  readonly python?: string;
  readonly pythonLibrary?: string;
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
  /** US dollars per million tokens. */
  readonly price?: { readonly in: number; readonly out: number };
  readonly stream?: boolean;
  /** In seconds. */
  readonly timeout?: number;
}

/** Fetches a hub model when a system needs it. */
export const modelFetcher =
  ({ offline = false, precision }: ModelOptions, tools: Tools) =>
  (wanted: WantedModel): Promise<string> =>
    ensureModel(wanted, tools, { offline, ...defined({ precision }) });

export const modelSettings = (options: ModelOptions, spending?: Spending): ModelSettings => {
  const {
    endpoint: endpoints,
    modelFolder,
    python,
    pythonLibrary,
    precision,
    concurrency,
    threads,
  } = options;
  return defined({
    endpoints,
    folder: modelFolder || undefined,
    python: python || undefined,
    pythonLibrary: pythonLibrary || undefined,
    precision,
    concurrency,
    threads,
    budget: budgetOf(options, spending),
  });
};

export const llmSampling = ({ temperature, topP, maxTokens, seed }: LlmOptions): Sampling =>
  defined({ temperature, topP, maxTokens, seed });

export const llmSettings = (options: LlmOptions, spending?: Spending): LlmSettings => {
  const { llmEndpoint, llmModel, reasoning, concurrency, price, stream, timeout } = options;
  return {
    ...defined({ endpoints: llmEndpoint, model: llmModel || undefined, reasoning }),
    sampling: llmSampling(options),
    ...defined({ concurrency, budget: budgetOf(options, spending), prices: price }),
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
