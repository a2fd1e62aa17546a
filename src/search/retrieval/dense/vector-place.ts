import type { Corpus, DocId, Document, JsonObject, Query, Ranked, Tools } from '../../../core/index.js';
import type { HitRules } from '../vectors/index.js';
import type { Similarity } from './exact-scores.js';
import type { Variant } from './variant.js';

/** How vectors are searched, wherever they are. */
export interface PlannedSearch {
  readonly name: string;
  readonly variant: Variant;
  readonly similarity: Similarity;
  /** Which of what is found become hits. */
  readonly rules: HitRules;
}

export interface DenseSearch {
  readonly facts: JsonObject;
  /** A ranking per query from the vectors of its parts; nothing is found for a query without any. */
  rank(
    queries: readonly Query[],
    parts: readonly (readonly Float32Array[] | undefined)[],
  ): Promise<readonly Ranked[]>;
}

/** The vectors of a corpus before they are made, for a place that keeps and searches them. */
export interface WantedVectors {
  readonly plan: PlannedSearch;
  /** All that decides the vectors of documents. */
  readonly key: JsonObject;
  /** The vectors of some documents, in their order; those that cannot be made are undefined. */
  of(documents: readonly Document[]): Promise<MadeVectors>;
}

/** Vectors of some documents, as far as they could be made. */
export interface MadeVectors {
  readonly vectors: readonly (Float32Array | undefined)[];
  /** Why the first that is undefined could not be made. */
  readonly reason?: string;
}

/** Where the vectors of documents are kept and searched, if not in this process. */
export interface VectorPlace {
  /** What a system is called besides, and what its spec says, where the place does not find what exact search finds. */
  readonly form?: { readonly name: string; readonly spec: JsonObject };
  open(wanted: WantedVectors, corpus: Corpus, tools: Tools): Promise<PlacedSearch>;
}

/** A search over vectors that are kept elsewhere. */
export interface PlacedSearch extends DenseSearch {
  /** The vectors of some documents, as they are kept. */
  vectorsOf(ids: readonly DocId[]): Promise<ReadonlyMap<DocId, Float32Array>>;
}
