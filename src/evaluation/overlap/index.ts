export * from './bands.js';
export { wordHashes } from './hashes.js';
export * from './idf.js';
export * from './minhash.js';
export * from './near-duplicates.js';
export * from './run-index.js';
export * from './set-overlap.js';
export { shingleHashes, shingles } from './shingles.js';
export { words } from './words.js';
