export { type Bands, bandsFor, chanceCompared } from './bands.js';
export { wordHashes } from './hashes.js';
export { type DocumentFrequencies, documentFrequencies, type Idf, idfOf } from './idf.js';
export {
  estimatedJaccard,
  type MinHasher,
  type MinHashOptions,
  minHasher,
  type Signature,
} from './minhash.js';
export {
  type CrossDuplicate,
  NEAR_DUPLICATES,
  type NearDuplicate,
  type NearDuplicateIndex,
  type NearDuplicateOptions,
  type NearDuplicatePair,
  nearDuplicateIndex,
  nearDuplicatesAcross,
} from './near-duplicates.js';
export { type RunIndex, type RunIndexOptions, runIndex, type SharedRuns } from './run-index.js';
export {
  containment,
  jaccard,
  type Overlap,
  overlapOf,
  sharedTokens,
  weightedContainment,
} from './set-overlap.js';
export { shingleHashes, shingles } from './shingles.js';
export { type Tokenizer, tokenSet } from './token-sets.js';
export { words } from './words.js';
