import type { Corpus, JsonObject } from '../../../core/index.js';
import type { TermsRecipe } from '../engine.js';
import type { Wanted } from './collection.js';

/** Raised when a collection is stored in another way. */
const SCHEMA = 2;

/** The index of a corpus as terms: BM25 over tokens that r2med's own analyzer made, so that the engine's has no say. */
export const termsWanted = (corpus: Corpus, { analyzer, documentText, k1, b }: TermsRecipe): Wanted => ({
  kind: 'terms',
  key: {
    schema: SCHEMA,
    kind: 'terms',
    corpus: corpus.key,
    analyzer: { name: analyzer.name, version: analyzer.version },
    documentText,
    k1,
    b,
  },
  settings: {
    similarity: { bm25: { type: 'BM25', k1, b } },
  },
  mappings: { properties: PROPERTIES },
});

const PROPERTIES: JsonObject = {
  id: { type: 'keyword' },
  /** Place in the corpus; a repeated id has several. */
  row: { type: 'integer' },
  /** Tokens; the engine's own count is rounded. */
  length: { type: 'integer' },
  /** Of the document's id, title and text. */
  hash: { type: 'keyword', index: false },
  tokens: { type: 'text', analyzer: 'whitespace', similarity: 'bm25', index_options: 'freqs' },
};
