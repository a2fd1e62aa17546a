export * from './evaluate.js';
export type { GradedRanking } from './graded-ranking.js';
export type { AnyMeasure, CuttableMeasure, Measure, MeasureAtCut, Pool, WholeMeasure } from './measure.js';
export type { MeasureParameters } from './measure-parameters.js';
export * from './measures/index.js';
export * from './parse-measure.js';
export * from './tie-rules.js';
