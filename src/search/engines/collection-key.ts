import { type Corpus, canonicalJson, isJsonObject, type JsonObject } from '../../core/index.js';
import { sha256 } from '../../platform/node/index.js';
import type { TermsRecipe } from './engine.js';
import type { VectorsRecipe } from './vector-index.js';

/** Raised when a collection is stored in another way. */
const SCHEMA = 3;

/** Names of collections begin with it; everything else on an engine belongs to others. */
export const COLLECTION_PREFIX = 'r2med-';

/** A collection is named by its content: another corpus, analyzer or parameter has another name. */
export const collectionName = (key: JsonObject): string =>
  `${COLLECTION_PREFIX}${sha256(canonicalJson(key)).slice(0, 16)}`;

export const isCollectionName = (name: string): boolean => /^r2med-[0-9a-f]{16}$/.test(name);

/** What decides the name of a collection of terms. */
export const termsKey = (corpus: Corpus, { analyzer, documentText, k1, b }: TermsRecipe): JsonObject => ({
  schema: SCHEMA,
  kind: 'terms',
  corpus: corpus.key,
  analyzer: { name: analyzer.name, version: analyzer.version },
  documentText,
  k1,
  b,
});

export const vectorsKey = (corpus: Corpus, { vectors, similarity, graph }: VectorsRecipe): JsonObject => ({
  schema: SCHEMA,
  kind: 'vectors',
  corpus: corpus.key,
  vectors,
  similarity,
  ...(graph && { graph: { ...graph } }),
});

/** What an engine keeps of a key or a summary as text; undefined where it is none. */
export const storedObject = (text: unknown): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(String(text));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
