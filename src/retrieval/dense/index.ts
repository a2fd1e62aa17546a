export { type DenseOptions, dense } from './dense.js';
export type { Similarity } from './exact-scores.js';
export { type GivenDenseOptions, type GivenVectors, givenDense, mustShare } from './given-vectors.js';
export { bytesPerVector, parseVariant, type Variant, variantName, variantsOf } from './variant.js';
export {
  exportVectors,
  type IdentifiedVectors,
  type Imported,
  importedEmbedder,
  importVectors,
  type VectorsOf,
} from './vector-exchange.js';
export type { VectorSource } from './vector-source.js';
