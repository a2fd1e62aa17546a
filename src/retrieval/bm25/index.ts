export { type Bm25, type Bm25Runner, bm25, bm25Hakari, bm25Lucene, bm25Mteb, bm25Presets } from './bm25.js';
export { type CorpusTerms, openCorpusTerms } from './corpus-terms.js';
export type { Explanation } from './explanation.js';
export {
  DOCUMENT_TEXTS,
  type DocumentText,
  PRESETS as BM25_PRESETS,
  type PresetName as Bm25PresetName,
} from './presets.js';
export type { Bm25Options } from './settings.js';
