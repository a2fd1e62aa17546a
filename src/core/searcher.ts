import type { JsonObject } from './json.js';
import type { Hit } from './ranking.js';

/** A query as a search system gets it. It carries no judgement and no answer. */
export interface SearchQuery {
  readonly id: string;
  /** What to search with: the query, or the query and its generated texts joined as their method asks. */
  readonly text: string;
  /** The query alone, where a rewriter generated texts for it. */
  readonly original?: string;
  /** The texts that a rewriter generated for it. */
  readonly generated?: readonly string[];
}

/** Some queries searched. Batches may come in any order; every place comes exactly once, found or failed. */
export interface SearchedBatch {
  /** At most `k` hits each, every document once, best first by score. */
  readonly found: readonly { readonly place: number; readonly hits: readonly Hit[] }[];
  readonly failed: readonly { readonly place: number; readonly reason: string }[];
}

/** A search system as a whole: it has its own index, and answers queries with document ids. */
export interface Searcher {
  readonly name: string;
  /** What is known of what it is: files, version, address. Never a key or secret. */
  readonly spec: JsonObject;
  /** As it says itself. Rankings are cached only under a version: nothing else tells that an index has changed. */
  readonly version: string | undefined;
  search(
    queries: readonly SearchQuery[],
    k: number,
    options: { note(line: string): void; readonly signal: AbortSignal },
  ): AsyncIterable<SearchedBatch>;
  /** Calls or requests made so far. */
  calls(): number;
  close(): Promise<void>;
}
