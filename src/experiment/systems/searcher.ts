import type { Retriever } from '../../core/index.js';
import { type InCodeSearch, inCodeSearch } from '../../models/custom/index.js';
import { searchSystem } from '../../search/retrieval/index.js';

/** A search system as a function, and how many hits it is to give. */
export interface SearcherOptions extends InCodeSearch {
  /** Hits requested per query; 100 by default. */
  readonly topK?: number;
}

/**
 * A retriever from a function that searches: an index of your own, a client of a search service, a whole RAG system. It
 * returns one ranking per query, in order: ids best first, `[id, score]` or `{ id, score }`.
 * @example
 * import { search, searcher, taskOf } from 'r2med';
 *
 * const task = taskOf({
 *   name: 'Mine',
 *   documents: [{ id: 'gout', text: 'Urate crystals inflame the joint.' }],
 *   queries: [{ id: 'q1', text: 'swollen toe' }],
 *   judgements: { q1: { gout: 1 } },
 * });
 * const mine = searcher({
 *   name: 'mine',
 *   version: 1,
 *   search: async (queries, k) => queries.map(() => ['gout'].slice(0, k)),
 * });
 * console.log(await search(mine, task));
 */
export const searcher = ({ topK, ...code }: SearcherOptions): Retriever =>
  searchSystem({ searcher: inCodeSearch(code), ...(topK !== undefined && { topK }) });
