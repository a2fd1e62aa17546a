import type { DocId, QueryId } from '../core/index.js';

/** What HAKARI-Bench calls the candidates that rerankers are given. */
export const HYBRID_CANDIDATES = 'reranking_hybrid';

/** As many candidates as published hybrid lists hold. */
const PUBLISHED_DEPTH = 100;

export interface Safeguards {
  /** Candidates that a list holds without the one that was put there. */
  readonly depth: number;
  /** By query, the positive that is behind candidates that hold none. */
  readonly safeguards: ReadonlyMap<QueryId, DocId>;
}

/**
 * What was put into hybrid lists rather than found: a candidate behind the 100 that every list holds, or behind the depth that
 * the other lists of a set share. Other configurations have no safeguards.
 */
export const safeguardsIn = (config: string, lists: ReadonlyMap<QueryId, readonly DocId[]>): Safeguards => {
  const lengths = [...lists.values()].map(({ length }) => length);
  const longest = Math.max(0, ...lengths);
  const isPublished = longest === PUBLISHED_DEPTH + 1;
  const depth = isPublished || lengths.includes(longest - 1) ? longest - 1 : longest;
  const guarded = config === HYBRID_CANDIDATES ? [...lists].filter(([, ids]) => ids.length > depth) : [];
  return {
    depth: guarded.length > 0 ? depth : longest,
    safeguards: new Map(guarded.map(([query, ids]) => [query, ids.at(-1)!])),
  };
};
