export { type CorpusTexts, corpusTexts, type DocumentText } from './corpus-texts.js';
export { corpusVectors, usageFacts } from './corpus-vectors.js';
export { documentHits, type TiesAtCutOff } from './document-hits.js';
export { bestOf, type Found } from './found.js';
export { queryVectors } from './query-vectors.js';
export { type StoredVectors, storedVectors } from './stored-vectors.js';
export { denseBytes, lateBytes, sparseBytes, type VectorBytes } from './vector-bytes.js';
