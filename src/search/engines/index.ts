export { engineBm25 } from './bm25.js';
export * from './engine.js';
export { openEngine } from './engines.js';
export { HNSW_SETTINGS, type HnswOptions } from './hnsw.js';
export * from './vector-index.js';
export { vectorPlace } from './vector-place.js';
