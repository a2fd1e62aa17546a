export type { Expansions } from './expansions.js';
export type { GeneratedTexts, ReasoningOptions, SystemQueryScores, VectorSpace } from './options.js';
export { reasoningNeed } from './reasoning-need.js';
