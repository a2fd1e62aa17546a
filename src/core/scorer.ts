import type { Json } from './json.js';

/** A query and a document whose fit is to be scored. */
export interface Pair {
  readonly query: string;
  readonly document: string;
  /** What the two texts are called, for callers that know them by more than their words. */
  readonly ids?: { readonly query: string; readonly document: string };
  /** Which list of documents it belongs to: two queries may say the same. */
  readonly list?: number;
}

/** Pairs of one key are read as one list: a query's, even where another query has the same words. */
export const listKey = ({ query, list }: Pair): string => JSON.stringify([query, list ?? null]);

/** A batch of scored pairs, and those that failed. */
export interface ScoredBatch {
  readonly scored: readonly ScoredPair[];
  /** Pairs that could not be scored, with the reason; the next run scores them again. */
  readonly failed: readonly { readonly place: number; readonly reason: string }[];
}

/** A pair with its score. */
export interface ScoredPair {
  /** Position in the list that was requested. */
  readonly place: number;
  readonly score: number;
  /** Tokens left out to make the pair fit, where that is known. */
  readonly cut?: { readonly query: number; readonly document: number };
}

/** What a scorer took so far. */
export interface ScorerUsage {
  readonly tokens: number;
  /** Absent where no price is known. */
  readonly usd?: number;
}

/** A model that scores how well a document answers a query: a cross-encoder, a rerank service, yes/no logits. */
export interface Scorer {
  /** Everything that changes its scores, and nothing that does not: the cache key of scores. */
  readonly spec: Json;
  /** Documents of one query are read together, so that a score depends on what else was asked with it. */
  readonly listwise?: boolean;
  /** Nothing says when its scores change, so they are requested again in every run. */
  readonly uncached?: boolean;
  /** Its scores cost money: work ends where they cannot be stored. */
  readonly paid?: boolean;
  /** Pairs that it wants at once, where few would let its device wait between them. */
  readonly pairsAtOnce?: number;
  /** Tokens a second that the matrix products of its device alone would allow, where that was measured. */
  readonly matrixTokensPerSecond?: number;
  /** Fails if its server is not there or rejects the address, the key or the model; costs nothing. Absent for local models. */
  check?(options: { note(line: string): void; readonly signal: AbortSignal }): Promise<void>;
  /** Hands over every batch as it comes, in any order; each place comes once. */
  score(
    pairs: readonly Pair[],
    options: { note(line: string): void; readonly signal: AbortSignal },
  ): AsyncIterable<ScoredBatch>;
  usage(): ScorerUsage;
  close(): Promise<void>;
}
