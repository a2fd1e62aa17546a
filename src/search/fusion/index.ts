export { type FuseOptions, fuse, mustTake } from './fuse.js';
export type { Fusion } from './fusion.js';
export { fusions, type NamedFusion } from './fusions.js';
export { type RrfOptions, rrf } from './rrf.js';
export { searchEach } from './search-each.js';
export { combMnz, combSum, type WeightedOptions, weighted } from './weighted.js';
