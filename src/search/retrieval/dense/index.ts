export { type DenseOptions, dense } from './dense.js';
export { SCORE_OF_NAN } from './dense-search.js';
export { isSound, keptDimensions } from './document-matrix.js';
export type { Similarity } from './exact-scores.js';
export { scoreVectors } from './exact-scores.js';
export { errorBound } from './exact-search.js';
export { type GivenDenseOptions, type GivenVectors, givenDense, mustShare } from './given-vectors.js';
export { normReader } from './matrix.js';
export { queryPoint } from './query-point.js';
export { bytesPerVector, parseVariant, type Variant, variantName, variantsOf } from './variant.js';
export {
  exportVectors,
  type IdentifiedVectors,
  sourceOf,
  type VectorSource,
  type VectorsOf,
} from './vector-exchange.js';
export type { MadeVectors, PlacedSearch, VectorPlace, WantedVectors } from './vector-place.js';
