import type { Budget } from '../api-client/index.js';
import type { Scorer } from '../core/index.js';
import type { ModelContext } from '../embedders/index.js';
import type { Precision, Truncation } from '../onnx/index.js';
import type { RerankerDialect } from './registry/index.js';

/** What a user may say about a reranker besides its name; whatever is missing comes from its row or its own folder. */
export interface RerankerSettings {
  /** Servers that serve the model; they share the load. */
  readonly endpoints?: readonly string[];
  /** What the servers speak; without it the first server of the row, or vLLM's rerank API. */
  readonly dialect?: RerankerDialect;
  /** A folder with the model's ONNX files. */
  readonly folder?: string;
  /** The most tokens of a pair. */
  readonly maxTokens?: number;
  readonly truncation?: Truncation;
  /** Which of a local model's logits is the score, from 0. */
  readonly logit?: number;
  readonly activation?: 'none' | 'sigmoid';
  readonly precision?: Precision;
  /** For a server outside the registry: the address, or a name of your own, of the same model elsewhere. */
  readonly sameAs?: string;
  readonly threads?: number;
  readonly concurrency?: number;
  readonly budget?: Budget;
  /** Of a custom reranker: seconds that one call may take. */
  readonly timeout?: number;
}

/** What of this machine a reranker may use. */
export type RerankerContext = Pick<ModelContext, 'asPublished' | 'env' | 'hubCache' | 'tools' | 'bring'>;

/** A model that scores pairs, open. Whoever opens it closes its scorer. */
export interface OpenReranker {
  /** What systems are called after it. */
  readonly name: string;
  readonly scorer: Scorer;
}
