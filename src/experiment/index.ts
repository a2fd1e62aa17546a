export { defaultMeasures } from './default-measures.js';
export { type Comparison, compareWithPublished, differingSettings, publishedDepth } from './reproduce.js';
export { type RunOptions, runSystem, type SystemRun } from './run-system.js';
export { search, searchTask, type TaskSearch } from './search.js';
