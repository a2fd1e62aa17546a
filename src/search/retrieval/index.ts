import type { Declaring, Retriever } from '../../core/index.js';
import { bm25Presets } from './bm25/index.js';
import { lsa } from './lsa/index.js';

/** Makes a retriever with the settings that it declares, and says how many hits it keeps. */
type RetrieverFactory = Declaring<(settings?: { readonly topK?: number }) => Retriever>;

/** Every retriever by name. */
export const retrievers = { ...bm25Presets, lsa } as const satisfies Record<string, RetrieverFactory>;

/** The name of a retriever. */
export type RetrieverName = keyof typeof retrievers;

export * from './analysis/index.js';
export * from './bm25/index.js';
export * from './dense/index.js';
export * from './late-interaction/index.js';
export * from './lsa/index.js';
export * from './relevance-feedback/index.js';
export { DOCUMENT_TEXTS, type DocumentText } from './retriever-settings.js';
export * from './search-system/index.js';
export * from './sparse/index.js';
export { embedderScores, type HitRules, keptHits, neededFor } from './vectors/index.js';
