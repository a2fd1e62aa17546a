export { fuse, mustTake } from './fuse.js';
export type { Fusion } from './fusion.js';
export { fusions, type NamedFusion } from './fusions.js';
export { GATE, gate, mustBeTwo } from './gate.js';
export { rrf } from './rrf.js';
export { searchEach } from './search-each.js';
export { combMnz, combSum, weighted } from './weighted.js';
