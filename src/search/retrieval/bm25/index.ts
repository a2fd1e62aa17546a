export {
  type Bm25FeedbackOptions,
  type Bm25Options,
  bm25,
  bm25Hakari,
  bm25Lucene,
  bm25Mteb,
  bm25Presets,
  settingOf as bm25SettingOf,
} from './bm25.js';
export { type CorpusTerms, openCorpusTerms } from './corpus-terms.js';
export type { CutOff } from './cut-off.js';
export { luceneIdf, luceneNorms, quantisedLength } from './lucene.js';
export {
  PRESETS as BM25_PRESETS,
  type PresetName as Bm25PresetName,
  type Setting as Bm25Setting,
} from './presets.js';
export { type CountedDocument, weighDocuments } from './score-documents.js';
export { termParts } from './term-parts.js';
export type { Weighting } from './weighting.js';
