/** r2med/fusion: several rankings become one. Runs in a browser. */
export {
  combMnz,
  combSum,
  type FuseOptions,
  type Fusion,
  fuse,
  type Normalisation,
  normalisations,
  type RrfOptions,
  rrf,
  type SearchEachOptions,
  searchEach,
  type WeightedOptions,
  weighted,
} from './index.js';
