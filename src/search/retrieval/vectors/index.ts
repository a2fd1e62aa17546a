export { type CorpusTexts, corpusTexts } from './corpus-texts.js';
export { corpusVectors, joinedFacts, usageFacts } from './corpus-vectors.js';
export {
  bestOf,
  documentHits,
  type FoundRows,
  type HitRules,
  keptHits,
  type NumberedDocuments,
  neededFor,
  type TiesAtCutOff,
} from './document-hits.js';
export { documentVectors, partNames, tokenNames, vectorsByText } from './explained-vectors.js';
export { partsOf, queryVectors, vectorsOfTexts } from './query-vectors.js';
export { type StoredVectors, storedVectors, textsIn } from './stored-vectors.js';
export { denseBytes, lateBytes, sparseBytes } from './vector-bytes.js';
