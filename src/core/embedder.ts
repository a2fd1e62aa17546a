import type { Json } from './json.js';
import type { Tools } from './tools.js';

/**
 * What a text is to an embedder. A `rewrite` was written for a query by a model: which models give it the query's
 * instruction differs from model to model.
 */
export type Role = 'query' | 'rewrite' | 'document';

/** A vector over a vocabulary; indices ascending, no weight 0. */
export interface SparseVector {
  readonly indices: Int32Array;
  readonly weights: Float32Array;
}

/** One vector per token, row-major. */
export interface TokenVectors {
  readonly tokens: number;
  readonly dimensions: number;
  readonly data: Float32Array;
}

/** Some texts done. Batches may come in any order; every place comes exactly once, embedded or failed. */
export interface EmbeddedBatch<Vector> {
  readonly embedded: readonly { readonly place: number; readonly vector: Vector }[];
  readonly failed: readonly { readonly place: number; readonly reason: string }[];
}

/** What embedding took so far. */
export interface EmbedderUsage {
  /** Texts that were longer than the model reads, by role. */
  readonly cut: Readonly<Record<Role, number>>;
  readonly tokens: number;
  readonly calls: number;
  /** Requests whose answer was lost on the way, if any: their tokens are an estimate. */
  readonly lost?: number;
  /** Absent where no price is known. */
  readonly usd?: number;
}

/**
 * Turns texts into vectors. It adds instructions, truncates, batches and retries automatically; the caller caches what each batch
 * returns before the next one, so that a kill loses only the requests in flight.
 */
export interface Embedder<Vector> {
  /** Everything that can change a vector, and nothing that cannot: what caches are keyed by. Never a key or secret. */
  readonly spec: Json;
  /** Its vectors cost money: work ends where they cannot be stored. */
  readonly paid?: boolean;
  /** Tokens a second that the matrix products of its device alone would allow, where that was measured. */
  readonly matrixTokensPerSecond?: number;
  embed(texts: readonly string[], role: Role, tools: Tools): AsyncIterable<EmbeddedBatch<Vector>>;
  usage(): EmbedderUsage;
  close(): Promise<void>;
  /** What an entry of its sparse vectors stands for, for a person who reads an explanation. */
  wordAt?(index: number): string | undefined;
  /** The tokens that the vectors of a text stand for, in their order, for the same person. */
  tokensOf?(text: string, role: Role): readonly string[];
}

/** An embedder that gives one vector per text. */
export type DenseEmbedder = Embedder<Float32Array>;
/** An embedder that gives weights of terms. */
export type SparseEmbedder = Embedder<SparseVector>;
/** An embedder that gives one vector per token. */
export type LateEmbedder = Embedder<TokenVectors>;

/**
 * Places by length of their texts, longest first: a server pads a batch to its longest text, and a text that is too
 * long for it shows at once.
 */
export const longestFirst = (texts: readonly string[]): readonly number[] =>
  texts.map((_, place) => place).sort((a, b) => texts[b]!.length - texts[a]!.length || a - b);
