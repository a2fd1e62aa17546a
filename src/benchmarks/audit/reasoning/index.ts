export { compareNeed, type NamedNeed, type NeedComparison } from '../../../evaluation/statistics/index.js';
export { type ScoredTask, scoreDependence } from './dependence.js';
export type { Expansions } from './expansions.js';
export type { GeneratedTexts, ReasoningOptions, SystemQueryScores, VectorSpace } from './options.js';
export { readExpansions } from './read-expansions.js';
export { reasoningNeed } from './reasoning-need.js';
