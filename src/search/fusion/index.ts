export { type FuseOptions, fuse, mustTake } from './fuse.js';
export type { Fusion } from './fusion.js';
export { fusions, type NamedFusion } from './fusions.js';
export { type Normalisation, normalisations } from './normalise.js';
export { type RrfOptions, rrf } from './rrf.js';
export { type SearchEachOptions, searchEach } from './search-each.js';
export { combMnz, combSum, type WeightedOptions, weighted } from './weighted.js';
