import type { Experiment } from './experiment-schema.js';

/**
 * An experiment in a module, with types.
 * @example
 * import { defineExperiment } from 'r2med';
 *
 * export default defineExperiment({ suite: 'sample', systems: ['bm25', 'lsa'] });
 */
export const defineExperiment = (experiment: Experiment): Experiment => experiment;
