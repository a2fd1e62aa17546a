import type { Json } from '../../../core/index.js';
import type { BatchLimits, Budget, Prompt, Reach, TokenCutter } from '../../../platform/api-client/index.js';
import type { Truncation } from '../../onnx/index.js';
import type { Answers, ScorerDialectName } from './dialects/index.js';

/** What is put around the texts of a pair. */
export interface ScorerForm {
  readonly query?: Prompt;
  readonly document?: Prompt;
}

/** What a rerank API costs. */
export interface RerankPrice {
  readonly usdPerMillionTokens?: number | undefined;
  readonly usdPerThousandSearches?: number | undefined;
}

/** Everything that opens a rerank API. */
export interface RerankApiSettings extends Reach {
  readonly dialect: ScorerDialectName;
  /** The model's name at the service. */
  readonly model: string;
  /** Put around the texts; for `completions` the prompt of Qwen3-Reranker unless given. */
  readonly form?: ScorerForm;
  /** What that prompt says is looked for. */
  readonly instruction?: string;
  /** For `completions`: the words whose probabilities are compared; `yes` and `no`. */
  readonly answers?: Answers;
  /**
   * The most tokens of a pair, its form included. Sent to the service where its dialect can and it may cut (Cohere
   * reads it as those of a document); otherwise texts are cut before they are sent.
   */
  readonly maxTokens?: number;
  /** Which text gives way when they are cut here: `longest-first`. */
  readonly truncation?: Truncation;
  /** Counts and cuts; without it both are estimated from characters. */
  readonly tokenizer?: TokenCutter;
  /** Whether the service may cut what is too long for it, where its dialect can say so; yes. */
  readonly serverCuts?: boolean;
  /** Whether a document that is refused for its length is sent once more, shorter; yes. */
  readonly shorten?: boolean;
  /**
   * The model's own number instead of one between 0 and 1, where the dialect has both: yes for TEI and vLLM; no for
   * `completions`, whose probability is the score on the model's card.
   */
  readonly rawScores?: boolean;
  /** Whether documents of one request are read together, so that a score depends on what else was sent; no. */
  readonly listwise?: boolean;
  /**
   * What the name does not say about the weights, for example a quantisation; part of the cache key of scores. Without it the
   * first endpoint; `null` where the name says all.
   */
  readonly identity?: Json;
  /** Requests in flight, over all endpoints. */
  readonly concurrency?: number;
  /** Of one request; the dialect's own where they are not given. */
  readonly limits?: Partial<BatchLimits>;
  readonly budget?: Budget;
  readonly price?: RerankPrice;
}
