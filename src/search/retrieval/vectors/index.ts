export * from './corpus-texts.js';
export * from './corpus-vectors.js';
export * from './document-hits.js';
export * from './explained-vectors.js';
export { embedderScores } from './known-order.js';
export * from './query-vectors.js';
export * from './stored-vectors.js';
export * from './vector-bytes.js';
