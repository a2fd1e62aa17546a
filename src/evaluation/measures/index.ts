export * from './evaluate.js';
export type { AnyMeasure, Measure } from './measure.js';
export * from './measures/index.js';
export * from './parse-measure.js';
export * from './tie-rules.js';
